import { describe, expect, test } from "bun:test";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../../../service/features/reporting/exports/render-pdf.ts";
import { renderReportPage } from "../../../../service/features/reporting/links/page/render-report-page.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { fastestMs } from "../../../support/fastest.ts";
import { pdfText, runPdfTool } from "../../../support/pdf-tools.ts";
import { readTags } from "../../../support/read-tags.ts";
import { sampleInsights } from "../../../support/sample-insights.ts";
import { sampleMonth } from "../../../support/sample-month.ts";
import { sampleReport } from "../../../support/sample-report.ts";
import { seededChance } from "../../../support/seeded-chance.ts";
import { expectInOrder, logo, picture, presentation, verifyUrl } from "./support/laid-out.ts";

const render = createPdfRenderer({ fonts: await readReportFonts() });
const pageOf = (report: PublicationReport) => renderReportPage(report, { path: "/b", verifyUrl }).page;
const pictures = { [logo.sha256]: logo.bytes, [picture.sha256]: picture.bytes };

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
    expect(text).toContain("Dazu 464 Medienberichte unter „Einzelwerte“.");
    expect(text).toContain("Dazu 200 Medienberichte, hier nicht abgebildet.");
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

  test.each([
    [
      1,
      0,
      "Das angeschriebene Medium hat nicht berichtet.",
      "The medium that was written to has not reported.",
    ],
    [1, 1, "Das angeschriebene Medium hat berichtet.", "The medium that was written to has reported."],
    [
      2,
      0,
      "0 von 2 angeschriebenen Medien haben berichtet.",
      "0 of 2 media that were written to have reported.",
    ],
    [
      2,
      1,
      "Eines von 2 angeschriebenen Medien hat berichtet.",
      "One of 2 media that were written to has reported.",
    ],
    [
      1_200,
      2,
      "2 von 1.200 angeschriebenen Medien haben berichtet.",
      "2 of 1,200 media that were written to have reported.",
    ],
  ])(
    "to %i media of which %i reported are told in German and English; reports of before edition 2 keep their sentence",
    (addressed, reported, german, english) => {
      const media = { ...mailings.media, addressed, reported };
      const pageIn = (more: Pick<NonNullable<PublicationReport["presentation"]>, "language" | "edition">) =>
        pageOf({
          ...sampleMonth({ presentation: { ...presentation, ...more } }),
          mailings: { media, items: [...mailings.items] },
        });
      expect(pageIn({ language: "de", edition: 2 })).toContain(`<p>${german}</p>`);
      expect(pageIn({ language: "en", edition: 2 })).toContain(`<p>${english}</p>`);
      const before = [reported, addressed].map((count) => count.toLocaleString("de-DE")).join(" von ");
      expect(pageIn({ language: "de" })).toContain(
        `<p>${before} angeschriebenen Medien haben berichtet.</p>`,
      );
    },
  );
});

test("the page says of figures of a search and of AI answers what the PDF says; pages of before edition 2 stay", async () => {
  const days = { periodFrom: "2026-07-01", periodTo: "2026-09-30" };
  const { searchVisibility, aiVisibility = [] } = sampleInsights(seededChance(1), 0, "2026-10-01");
  const queries = (searchVisibility?.queries ?? []).map((query) => ({ ...query, ...days }));
  const externalInsights = { searchVisibility: { queries }, aiVisibility };
  const of = (edition?: 2) =>
    sampleMonth({ externalInsights, presentation: { ...presentation, ...(edition && { edition }) } });
  const said = ["01.07.2026 – 30.09.2026", "Klickrate", "Zitiert", "Zitierte Seiten: https://newsroom"];
  const inText = (text: string) => said.map((words) => text.includes(words));
  expect(inText(pageOf(of(2)))).toEqual([true, true, true, true]);
  expect(inText(pageOf(of()))).toEqual([false, false, false, false]);
  expect(inText(pdfText(await render(of(), { pictures })))).toEqual([true, true, true, true]);
});

test("values without a currency are told as such to people; reports of before edition 2 keep their code", async () => {
  const { conversions = [] } = sampleInsights(seededChance(1), 0, "2026-10-01");
  const value = [{ amount: "1200", currency: "XXX" }];
  const externalInsights = { conversions: conversions.map((each) => ({ ...each, value })) };
  const of = (more: Pick<NonNullable<PublicationReport["presentation"]>, "language" | "edition">) =>
    sampleMonth({ externalInsights, presentation: { ...presentation, ...more } });
  const german = of({ language: "de", edition: 2 });
  expect(pageOf(german)).toContain("1.200\u00a0(ohne Währung)");
  expect(pdfText(await render(german, { pictures }))).toContain("1.200 (ohne Währung)");
  expect(pageOf(of({ language: "en", edition: 2 }))).toContain("1,200\u00a0(no currency)");
  const old = of({ language: "de" });
  expect(pageOf(old)).toContain("1.200\u00a0XXX");
  expect(pdfText(await render(old, { pictures }))).toContain("1.200 XXX");
});
