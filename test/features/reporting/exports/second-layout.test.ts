import { describe, expect, test } from "bun:test";
import { readLogo } from "../../../../service/features/agencies/settings/read-logo.ts";
import { headlineFigures } from "../../../../service/features/reporting/exports/headline-figures.ts";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../../../service/features/reporting/exports/render-pdf.ts";
import { wordingOf } from "../../../../service/features/reporting/exports/wording/wording.ts";
import { renderReportPage } from "../../../../service/features/reporting/links/page/render-report-page.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { fastestMs } from "../../../support/fastest.ts";
import { pdfText, runPdfTool } from "../../../support/pdf-tools.ts";
import { readTags, walk } from "../../../support/read-tags.ts";
import { fullMonth, sampleMonth, titles } from "../../../support/sample-month.ts";
import { samplePng } from "../../../support/sample-png.ts";
import { sampleReport } from "../../../support/sample-report.ts";

const render = createPdfRenderer({ fonts: await readReportFonts() });
const verifyUrl = "https://presse.example.com/pruefen";
const pageOf = (report: PublicationReport) => renderReportPage(report, { path: "/b", verifyUrl }).page;
const pageCount = (pdf: Uint8Array) => Number(/Pages:\s+(\d+)/.exec(runPdfTool("pdfinfo", pdf))?.[1]);

const logo = readLogo(samplePng(200, 50));
const picture = readLogo(samplePng(320, 180, { colour: [150, 90, 160] }));
const size = {
  sha256: picture.sha256,
  width: 320,
  height: 180,
  alt: "Eine Halle",
  credit: "Foto: Anna Berg",
};
const pictures = { [logo.sha256]: logo.bytes, [picture.sha256]: picture.bytes };
const presentation = {
  ...{ language: "de", layout: 2, picture: size },
  logo: { sha256: logo.sha256, width: 200, height: 50 },
  clientLogo: { sha256: logo.sha256, width: 200, height: 50 },
  releasePictures: [1, 2, 3, 4, 5, 6].map((releaseId) => ({ releaseId, ...size })),
} as const satisfies PublicationReport["presentation"];

/** Headings in the order in which a client reads. */
const order = [
  "Einordnung der Agentur",
  "Die wichtigsten Zahlen",
  "Was veröffentlicht wurde",
  "Medienresonanz",
  "Wer kam, und woher",
  "KI-Dienste und KI-Antworten",
  "Ergebnisse",
  "Einzelwerte",
];

function positions(text: string, words: readonly string[]): number[] {
  return words.map((word) => text.indexOf(word));
}

function expectInOrder(text: string, words: readonly string[]): void {
  const found = positions(text, words);
  expect(words.filter((_, index) => found[index] === -1)).toEqual([]);
  expect(found).toEqual(found.toSorted((one, other) => one - other));
}

describe("a month of six releases, twelve clippings and a comment", () => {
  const report = sampleMonth({ presentation });

  test("is told in one order in PDF and page, on three to six pages", async () => {
    const pdf = await render(report, { pictures, verifyUrl });
    expect(pageCount(pdf)).toBeGreaterThanOrEqual(3);
    expect(pageCount(pdf)).toBeLessThanOrEqual(6);
    expectInOrder(pdfText(pdf), ["Oktober 2026", ...order, "Methode", "Unveränderlichkeit"]);
    expectInOrder(pageOf(report), [
      ...["Oktober 2026", ...order.map((title) => `<h2>${title}</h2>`), "<summary>Methode und Prüfsummen"],
      ...["<h2>Methode</h2>", report.integrity.contentHash],
    ]);
  });

  test("keeps to seven pages with everything that nine releases can have, pictures and evidence of each clipping among it", async () => {
    const full = fullMonth({ presentation });
    const { performance, externalInsights } = full;
    expect([full.releases?.length, externalInsights?.mediaMentions?.items.length]).toEqual([9, 12]);
    expect(performance.campaigns).not.toEqual([]);
    const pdf = await render(full, { pictures, verifyUrl });
    expect(pageCount(pdf)).toBeLessThanOrEqual(7);
    const pages = runPdfTool("pdftotext", pdf, ["-layout"], ["-"]).split("\f");
    const text = pages.join(" ");
    for (const words of [
      "Sichtbarkeit in der Suche",
      "Sichtbarkeit in KI-Antworten",
      "Kampagnen",
      "Tageswerte",
    ])
      expect(text).toContain(words);
    expect(pdfText(pdf).match(/der Meldung\s+wörtlich\s+übernommen/g)).toHaveLength(12);
    // What a client reads first is on the first page, and no part's heading is the last of one.
    expectInOrder(pages[0] ?? "", ["Oktober 2026", ...order.slice(0, 3), titles[0]?.slice(0, 20) ?? "?"]);
    for (const page of pages) {
      const lines = page.split("\n").map((line) => line.trim());
      const said = lines.filter(
        (line) => line !== "" && !/^(Bericht [0-9a-f]{8}|SHA-256 [0-9a-f]{64})/.test(line),
      );
      // A heading, its note and nothing else.
      for (const line of said.slice(-3)) expect([...order, "Methode"]).not.toContain(line);
    }
  });

  test("says how its clippings are made up, each origin by itself, and what the agency judged", async () => {
    const text = pdfText(await render(report, { pictures })).replaceAll(/\s/g, "");
    const page = pageOf(report);
    for (const [title, values] of [
      ["Nach Medienart (beobachtet)", "Online 6 · Soziales Netzwerk 2"],
      ["Nach Medienart (importiert)", "Print 4"],
      ["Nach Art der Übernahme (beobachtet)", "Volltext 3 · Auszug 5"],
      ["Tonalität, beurteilt von der Agentur", "positiv 5 · nicht beurteilt 7"],
      ["Botschaften, zugeordnet von der Agentur", "Wärme ohne Gas ist bezahlbar 6 (50,0\u00a0%)"],
      ["Nach Tagen (importiert)", "12.10. 3 · 26.10. 1"],
      ["Am meisten übernommen (beobachtet)", "Ostsee-Zeitung 10.10. 90\u00a0% · Haustec 11.10. 82\u00a0%"],
    ] as const) {
      expect(page).toContain(`<strong>${title}:</strong> ${values}`);
      expect(text).toContain(`${title}:${values}`.replaceAll(/\s/g, ""));
    }
  });

  test("marks what had happened on its chart, and says it to those who don't see the marks", async () => {
    const pdf = await render(report, { pictures });
    const [text, page] = [pdfText(pdf).replaceAll(/\s/g, ""), pageOf(report)];
    for (const said of [
      "Erschienen: Feldtest mit 40 Wärmepumpen",
      "2 Clippings",
      "Versandt: Einladung nach Rostock",
      "Berichtigt: Feldtest mit 40 Wärmepumpen",
      "30 Meldungen übernommen",
      "Die meisten Conversions: 17",
      "Messe in Essen",
    ]) {
      expect(page).toContain(said);
      expect(text).toContain(said.replaceAll(/\s/g, ""));
    }
    expect(page.match(/<g class="marks">.*?<\/g>/s)?.[0].match(/<line/g)).toHaveLength(7);
    // A report of before marks were kept has none.
    const { marks: _, ...before } = report;
    expect(pageOf(before)).not.toContain("Was geschehen ist");
    expect(pdfText(await render(before, { pictures }))).not.toContain("Was geschehen ist");
  });

  test("names each release with its views and clippings, and each clipping with medium, day and headline", async () => {
    const text = pdfText(await render(report, { pictures })).replaceAll(" ", "");
    const page = pageOf(report);
    for (const said of [
      "05.10.2026 · 1.204\u00a0Aufrufe · 3\u00a0Medienberichte",
      "21.10.2026 · 95\u00a0Aufrufe<",
    ]) {
      expect(page).toContain(said);
      expect(text).toContain(said.replaceAll(/[ \u00a0<]/g, ""));
    }
    for (const { medium, headline } of report.externalInsights?.mediaMentions?.items ?? []) {
      expect(page).toContain(`<strong>${medium}</strong>`);
      expect(page).toContain(`>${headline}</a>`);
      expect(text).toContain(medium.replaceAll(" ", ""));
    }
    expect(page).toContain("Dazu 3\u00a0Pressemitteilungen von früher: 141\u00a0Aufrufe im Zeitraum.");
  });

  test("compares each of three to five figures in one sentence", () => {
    const figures = headlineFigures(report, wordingOf(report));
    expect(figures.length).toBeGreaterThanOrEqual(3);
    expect(figures.length).toBeLessThanOrEqual(5);
    for (const { sentence } of figures)
      expect(sentence).toMatch(/gegenüber September 2026 \(zuvor [\d.]+\)\.$/);
    const { comparison: _, ...alone } = report;
    for (const { sentence } of headlineFigures(alone, wordingOf(report)))
      expect(sentence).not.toContain("September");
  });

  test("keeps clippings of two origins apart, and says where each comes from", () => {
    const page = pageOf(report);
    const [before = "", observed = "", imported = ""] = page.split("<h3>Herkunft: ");
    expect(before).not.toContain("Feed Handelsblatt");
    expect(observed).toStartWith("beobachtet");
    expect(imported).toStartWith("importiert");
    expect(page).toContain("Verfahren: RSS-Abgleich");
  });

  test("tells what was found from what was confirmed, where anything was found", async () => {
    const insights = report.externalInsights;
    const mentions = insights?.mediaMentions;
    if (mentions === undefined) throw new Error("The sample has no clippings.");
    const [first, ...items] = mentions.items.map((item) => ({ ...item, state: "confirmed" as const }));
    if (first === undefined) throw new Error("The sample has no clippings.");
    const found = { ...mentions, found: 1, items: [{ ...first, state: "found" as const }, ...items] };
    const mixed = { ...report, externalInsights: { ...insights, mediaMentions: found } };
    const said = `${mentions.count}\u00a0Medienberichte, davon 1 in Feeds gefunden und noch nicht bestätigt.`;
    expect(pageOf(mixed)).toContain(said);
    expect(pageOf(mixed).match(/ · noch nicht bestätigt/g)).toHaveLength(1);
    expect(pageOf(report)).not.toContain("bestätigt");
    const text = pdfText(await render(mixed, { pictures })).replaceAll(/\s/g, "");
    expect(text).toContain(said.replaceAll(/\s/g, ""));
  });

  test("is a tagged PDF in which nothing on a page is without its element", async () => {
    const { root, unmarked, marksOfPages } = await readTags(await render(report, { pictures, verifyUrl }));
    expect(unmarked).toEqual([]);
    const tags = [...walk(root)];
    expect(tags.flatMap(({ marks }) => marks)).toHaveLength(marksOfPages.flat().length);
    const levels = tags.flatMap(({ role }) => (/^H\d$/.test(role) ? [Number(role[1])] : []));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of levels.entries())
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    expect(tags.filter(({ role }) => role === "Figure").length).toBeGreaterThanOrEqual(6);
  });
});

describe("a client's template", () => {
  const shown = sampleMonth({
    presentation: { ...presentation, sections: ["coverage", "figures", "releases"] },
  });

  test("orders the sections, and names what was left out on the last page", async () => {
    const pages = runPdfTool("pdftotext", await render(shown, { pictures }), ["-layout"], ["-"]).split("\f");
    const said =
      "Nach der Vorlage für diesen Kunden nicht gezeigt: Wer kam, und woher, KI-Dienste und KI-Antworten, Ergebnisse,";
    const last = pages.filter((page) => page.trim() !== "").at(-1) ?? "";
    expect(last.replace(/\s+/g, " ")).toContain(`${said} Einzelwerte.`);
    const sections = ["Medienresonanz", "Die wichtigsten Zahlen", "Was veröffentlicht wurde"];
    expectInOrder(pages.join(" "), ["Einordnung der Agentur", ...sections, "Methode"]);
    const page = pageOf(shown);
    expectInOrder(page, [...sections.map((title) => `<h2>${title}</h2>`), `${said} Einzelwerte.`]);
    expect(page).not.toContain("<h2>Einzelwerte</h2>");
  });

  test("is silent where nothing was left out", async () => {
    expect(pageOf(sampleMonth())).not.toContain("nicht gezeigt");
    expect(pdfText(await render(sampleMonth()))).not.toContain("nicht gezeigt");
  });
});

describe("hostile lengths", () => {
  const long = "Donaudampfschifffahrtsgesellschaft ".repeat(300);
  const month = sampleMonth({ presentation });
  const [first] = month.externalInsights?.mediaMentions?.items ?? [];
  if (first === undefined) throw new Error("The sample has no clipping.");
  const items = Array.from({ length: 500 }, (_, index) => ({
    ...{ ...first, id: crypto.randomUUID(), headline: index === 0 ? long : `Schlagzeile ${index}.` },
    medium: index === 1 ? "x".repeat(5_000) : "Zeitung",
  }));
  const releases = Array.from({ length: 100 }, (_, index) => {
    const entry = month.releases?.[0];
    if (entry === undefined) throw new Error("The sample has no release.");
    const title = index === 0 ? long : `Meldung ${index}.`;
    return { ...entry, views: 1_000 - index, release: { ...entry.release, id: index + 1, title } };
  });
  const report = sampleMonth({
    ...{ releases, comment: "Wort ".repeat(800) },
    scope: { ...month.scope, title: "Titel ".repeat(400) },
    externalInsights: { mediaMentions: { count: 700, distinctMedia: 2, items, byRelease: [] } },
    presentation,
  });

  test("500 clippings, 100 releases and the longest texts are all there, some as pictures and the rest in tables", async () => {
    let pdf: Uint8Array = new Uint8Array();
    const takenMs = await fastestMs(5_000, async () => {
      pdf = await render(report, { pictures, verifyUrl });
    });
    expect(takenMs).toBeLessThan(5_000);
    const text = pdfText(pdf);
    for (const index of [2, 36, 37, 499]) expect(text).toContain(`Schlagzeile ${index}.`);
    for (const index of [1, 11, 12, 99]) expect(text).toContain(`Meldung ${index}.`);
    expect(text).toContain("Dazu 664 Medienberichte unter „Einzelwerte“.");
    expect(text).toContain("Dazu 88 Pressemitteilungen unter „Einzelwerte“.");
    expect((await readTags(pdf)).unmarked).toEqual([]);
    const page = pageOf(report);
    expect(page.match(/<ul class="cards clippings">/g)).toHaveLength(1);
    expect(page.match(/<span class="medium">/g)).toHaveLength(36);
    expect(page.match(/Schlagzeile \d+\./g)).toHaveLength(499);
  });

  test("nothing at all is a report too", async () => {
    const empty = sampleReport({
      scopeType: "portfolio",
      releases: 0,
      days: 31,
      viewsPerDay: 0,
      insights: 0,
    });
    const shown = { ...empty, releases: [], presentation: { language: "de", layout: 2 } as const };
    const text = pdfText(await render(shown));
    expect(text).toContain("Im Zeitraum wurde nichts veröffentlicht.");
    expect(text).not.toContain("NaN");
    expect(pageOf(shown)).not.toContain("NaN");
  });
});

describe("press mailings", () => {
  const mailings = {
    media: { origin: "observed", addressed: 120, reported: 8 },
    items: [
      {
        ...{
          subject: "Neues Werk in Bremen",
          campaign: "aussand-0123456789ab",
          sentAt: "2026-10-05T08:00:00.000Z",
        },
        observed: { origin: "observed", sent: 131, undeliverable: 2, objections: 1 },
        measured: { origin: "measured", clicks: 44 },
      },
    ],
  } as const satisfies PublicationReport["mailings"];
  const sentence = "8 von 120 angeschriebenen Medien haben berichtet.";

  test("stand in a section of their own in PDF and page", async () => {
    const report = {
      ...sampleMonth({ presentation }),
      mailings: { ...mailings, items: [...mailings.items] },
    };
    const text = pdfText(await render(report, { pictures })).replace(/\s+/g, " ");
    for (const said of [text, pageOf(report)]) {
      expectInOrder(said, ["Ergebnisse", "Aussand an Redaktionen", sentence, "Einzelwerte"]);
      expect(said).toContain("Neues Werk in Bremen");
    }
    expect(text).toContain("Neues Werk in Bremen 131 2 1 44");
  });

  test("that a template left out are named, but only where there were some: templates of before knew none", async () => {
    const report = sampleMonth({ presentation: { ...presentation, sections: ["figures", "tables"] } });
    expect(pageOf(report)).not.toContain("Aussand an Redaktionen");
    const withSome = pageOf({ ...report, mailings: { ...mailings, items: [...mailings.items] } });
    expect(withSome).not.toContain(sentence);
    expect(withSome).toMatch(/nicht gezeigt: [^<]*Aussand an Redaktionen/);
  });
});
