import { describe, expect, test } from "bun:test";
import { PDFName } from "pdf-lib";
import { readLogo } from "../../../../service/features/agencies/settings/read-logo.ts";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../../../service/features/reporting/exports/render-pdf.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { pdfText, runPdfTool } from "../../../support/pdf-tools.ts";
import { readTags, type Tag, walk } from "../../../support/read-tags.ts";
import { samplePng } from "../../../support/sample-png.ts";
import { type SampleOptions, sampleReport } from "../../../support/sample-report.ts";

const render = createPdfRenderer({ fonts: await readReportFonts() });
const logo = readLogo(samplePng(500, 50));
const picture = readLogo(samplePng(300, 200, { colour: [150, 90, 160] }));
const files = {
  pictures: { [logo.sha256]: logo.bytes, [picture.sha256]: picture.bytes },
  verifyUrl: "https://presse.example.com/pruefen",
};

const presentation: NonNullable<PublicationReport["presentation"]> = {
  language: "de",
  colorPrimary: "#14427a",
  colorSecondary: "#b4530a",
  logo: { sha256: logo.sha256, width: 500, height: 50 },
  picture: {
    sha256: picture.sha256,
    width: 300,
    height: 200,
    alt: "Der Wärmespeicher",
    credit: "Foto Meyer",
  },
  releaseUrl: "https://presse.example.com/newsroom/stadtwerke/speicher",
};
const comment =
  "## Einordnung\n\nGut **gelaufen**, siehe [Auswertung](https://example.com/a).\n\n- eins\n- zwei\n\n> Zitat";

const reports: [string, PublicationReport][] = [
  ["an article with everything", reportOf({ insights: 6 })],
  ["a day-old release without visits", reportOf({ days: 1, viewsPerDay: 0, insights: 0, level: "L1" })],
  ["a portfolio of 200 releases over a year", reportOf({ scopeType: "portfolio", releases: 200, days: 365 })],
];

describe.each(reports)("the structure of the PDF of %s", (_name, report) => {
  let known: ReturnType<typeof readTags> | undefined;

  test("holds all that is on its pages: each piece is an element's or marked as decoration", async () => {
    const { root, unmarked, marksOfPages, parents } = await read();
    expect(unmarked).toEqual([]);
    const found = new Map<string, string>();
    for (const tag of walk(root)) {
      for (const { page, mark } of tag.marks) {
        expect(found.has(`${page}:${mark}`)).toBe(false);
        found.set(`${page}:${mark}`, tag.ref);
      }
    }
    expect(found.size).toBe(marksOfPages.flat().length);
    marksOfPages.forEach((marks, page) => {
      expect(marks).toEqual(marks.map((_, index) => index));
      expect(parents[page]).toEqual(marks.map((mark) => found.get(`${page}:${mark}`) ?? "none"));
    });
  });

  test("begins with one first heading and never leaves out a level", async () => {
    const { root } = await read();
    const levels = [...walk(root)].flatMap(({ role }) => (/^H\d$/.test(role) ? [Number(role[1])] : []));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels[0]).toBe(1);
    levels.forEach((level, index) => {
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    });
  });

  test("has as many cells in each row of a table as in its head", async () => {
    const { root } = await read();
    const tables = [...walk(root)].filter(({ role }) => role === "Table");
    expect(tables.length).toBeGreaterThan(0);
    for (const table of tables) {
      const [head, ...rows] = table.kids;
      expect((head?.kids ?? []).every(({ role }) => role === "TH")).toBe(true);
      for (const row of rows) {
        expect(row.role).toBe("TR");
        expect(row.kids.map(({ role }) => role)).toEqual((head?.kids ?? []).map(() => "TD"));
      }
    }
  });

  test("describes each picture and chart in words, and each link", async () => {
    const { root, annotations } = await read();
    const figures = [...walk(root)].filter(({ role }) => role === "Figure");
    expect(figures.map(({ alt }) => alt)).toContain("Der Wärmespeicher");
    for (const { alt } of figures) expect(alt?.length).toBeGreaterThan(3);
    const links = [...walk(root)].filter(({ role }) => role === "Link");
    expect(links.map((link) => link.links)).toEqual(links.map(() => 1));
    expect(annotations.length).toBe(links.length);
    for (const { contents, parentRole } of annotations) {
      expect(contents).toStartWith("Öffnet ");
      expect(parentRole).toBe("Link");
    }
  });

  test("says that it is tagged, in which language, and that it keeps to PDF/UA-1", async () => {
    const { catalog, xmp } = await read();
    expect(String(catalog.get(PDFName.of("MarkInfo")))).toContain("/Marked true");
    expect(String(catalog.get(PDFName.of("Lang")))).toBe("(de)");
    expect(xmp).toContain("<pdfuaid:part>1</pdfuaid:part>");
    expect(xmp).toContain("Stadtwerke eröffnen");
  });

  test("is the same bytes each time, pictures and comment included", async () => {
    const first = await render(report, files);
    expect(Buffer.compare(first, await render(structuredClone(report), files))).toBe(0);
  });

  const read = () => {
    known ??= render(report, files).then(readTags);
    return known;
  };
});

describe("the order of reading", () => {
  test("is that of the pages: agency, headline, figures, comment, sources, measurement, method", async () => {
    const text = runPdfTool("pdfinfo", await render(reportOf({ insights: 0 }), files), ["-struct-text"]);
    const positions = [
      "Figure",
      "Stadtwerke eröffnen Europas",
      '"Aufrufe"',
      "Einordnung der Agentur",
      "Stärkste Quellen",
      "Eigene Messung im Newsroom",
      "Wer hat zugegriffen?",
      "Tageswerte",
      "Regeln der Zählung",
      "Unveränderlichkeit",
    ].map((words) => text.indexOf(words));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  });

  test("puts media coverage second, before what the newsroom measured", async () => {
    const text = pdfText(await render(reportOf({ insights: 6 }), files));
    expect(text.indexOf("Medienresonanz")).toBeLessThan(text.indexOf("Eigene Messung im Newsroom"));
  });

  test("keeps a list in one list, its marks beside its texts", async () => {
    const { root } = await readTags(await render(reportOf({ insights: 0 }), files));
    const list = [...walk(root)].find(({ role }) => role === "L");
    const shape = (tag: Tag | undefined) =>
      tag?.kids.map(({ role, kids }) => [role, kids.map((kid) => kid.role)]);
    expect(shape(list)).toEqual([
      ["LI", ["Lbl", "LBody"]],
      ["LI", ["Lbl", "LBody"]],
    ]);
  });
});

describe("a hostile comment", () => {
  const hostile = [
    '<script>alert(1)</script><img src="x" onerror="alert(1)">',
    "[Klick](javascript:alert(1)) [Datei](file:///etc/passwd) [Daten](data:text/html,hier)",
    "![Zählpixel](https://tracker.example/p.gif)",
    "[gut](https://example.com/gut)",
  ].join("\n\n");

  test("is shown as text, and only its web address is a link", async () => {
    const pdf = await render(
      reportOf({ insights: 0 }, { comment: hostile, presentation: { language: "de" } }),
    );
    const text = pdfText(pdf);
    expect(text).toContain("<script>alert(1)</script>");
    expect(text).toContain("Zählpixel");
    const { annotations } = await readTags(pdf);
    expect(annotations.map(({ contents }) => contents)).toContain("Öffnet gut");
    const source = Buffer.from(pdf).toString("latin1");
    expect(source).not.toContain("javascript:");
    expect(source).not.toContain("tracker.example");
  });

  test("of 4,000 characters flows over pages without losing a word", async () => {
    const long = "Wort ".repeat(800).trim();
    const text = pdfText(await render(reportOf({ insights: 0 }, { comment: long })));
    expect(text.match(/\bWort\b/g)).toHaveLength(800);
  });
});

describe("the look of a report", () => {
  test("is in English where its newsroom is", async () => {
    const english = { ...presentation, language: "en" as const };
    const text = pdfText(await render(reportOf({ insights: 6 }, { presentation: english }), files));
    expect(text).toContain("Views by people, +12.4% against the");
    expect(text).toContain("22 October – 20 November 2026 (30 days)");
    expect(text).not.toMatch(/Besucher|Eigene Messung|Stärkste|Quelle:|nicht erhoben/);
  });

  test("leaves no gap for a picture whose file is gone", async () => {
    const report = reportOf({ insights: 0 });
    const { root } = await readTags(await render(report));
    const alts = [...walk(root)].flatMap(({ role, alt }) => (role === "Figure" ? [alt] : []));
    expect(alts).not.toContain("Der Wärmespeicher");
    expect(pdfText(await render(report))).toStartWith("Müller & Söhne Kommunikation");
  });

  test("names conversions as the agency does, as we do, or as they were reported", async () => {
    const report = reportOf({ insights: 6 });
    const [first] = report.externalInsights?.conversions ?? [];
    if (first === undefined) throw new Error("The sample has no conversions.");
    const kinds = ["demo_booked", "lead", "constructor"].map((kind) => ({ ...first, kind }));
    const labels = { demo_booked: "Vorführungen im Werk" };
    const text = pdfText(
      await render({
        ...report,
        externalInsights: { ...report.externalInsights, conversions: kinds },
        presentation: { language: "de", conversionLabels: labels },
      }),
    );
    for (const name of ["Vorführungen im Werk", "Anfragen", "constructor"]) expect(text).toContain(name);
  });

  test("leaves out the days before publication, and says so; a day with views stays", async () => {
    const report = reportOf({ insights: 0, days: 30 });
    const release = {
      ...sampleReport().release,
      publishedAt: "2026-11-08T06:30:00.000Z",
    } as PublicationReport["release"];
    const empty = { views: 0, uniqueVisitors: 0, visits: 0, interactions: 0, bots: 0 };
    const series = report.performance.series.map((day) =>
      day.day < "2026-11-08" ? { ...day, ...empty } : day,
    );
    const quiet = { ...report, release, performance: { ...report.performance, series } } as PublicationReport;
    const text = pdfText(await render(quiet));
    expect(text).toContain(
      "Ab der Veröffentlichung am 8. November 2026; die 17 Tage davor sind nicht dargestellt.",
    );
    expect(text).not.toContain("07.11.2026");
    expect(text).toContain("08.11.2026");
    const early = series.map((day) => (day.day === "2026-11-05" ? { ...day, views: 3 } : day));
    const seen = { ...quiet, performance: { ...quiet.performance, series: early } };
    expect(pdfText(await render(seen))).toContain("05.11.2026");
  });

  test("shows number, chain hash and address of the check where the report has them", async () => {
    const report = reportOf({ insights: 0 });
    const integrity = {
      version: 2,
      algorithm: "sha256",
      contentHash: "cd".repeat(32),
      number: 12,
      previousChainHash: null,
      chainHash: "ab".repeat(32),
      signature: "s".repeat(86),
      keyId: "k".repeat(43),
    } as const;
    const text = pdfText(await render({ ...report, integrity }, files));
    const { verifyUrl } = files;
    const { contentHash, chainHash, keyId } = integrity;
    for (const words of [contentHash, chainHash, keyId, verifyUrl, "Nummer in der Kette 12"])
      expect(text).toContain(words);
  });

  test("names tools and their versions in the methodology and nowhere else", async () => {
    const text = pdfText(await render(reportOf({ insights: 6 }), files));
    expect(text.match(/isbot 5\.2\.3/g)).toHaveLength(1);
    expect(text.indexOf("isbot")).toBeGreaterThan(text.indexOf("Verwendete Listen"));
  });
});

function reportOf(options: SampleOptions = {}, more: Partial<PublicationReport> = {}): PublicationReport {
  return { ...sampleReport(options), presentation, comment, ...more };
}
