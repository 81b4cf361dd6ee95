import { describe, expect, test } from "bun:test";
import { headlineFigures } from "../../../../service/features/reporting/exports/headline-figures.ts";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../../../service/features/reporting/exports/render-pdf.ts";
import { wordingOf } from "../../../../service/features/reporting/exports/wording/wording.ts";
import { renderReportPage } from "../../../../service/features/reporting/links/page/render-report-page.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { pdfText, runPdfTool } from "../../../support/pdf-tools.ts";
import { readTags, walk } from "../../../support/read-tags.ts";
import { fullMonth, sampleMonth, titles } from "../../../support/sample-month.ts";
import { expectInOrder, logo, picture, presentation, verifyUrl } from "./support/laid-out.ts";

const render = createPdfRenderer({ fonts: await readReportFonts() });
const pageOf = (report: PublicationReport) => renderReportPage(report, { path: "/b", verifyUrl }).page;
const pageCount = (pdf: Uint8Array) => Number(/Pages:\s+(\d+)/.exec(runPdfTool("pdfinfo", pdf))?.[1]);
const pictures = { [logo.sha256]: logo.bytes, [picture.sha256]: picture.bytes };

const pagesOf = (pdf: Uint8Array) => runPdfTool("pdftotext", pdf, ["-layout"], ["-"]).split("\f");

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

describe("a month of six releases, twelve clippings and a comment", () => {
  const report = sampleMonth({ presentation });

  test("is told in one order in PDF and page, on three to six pages", async () => {
    const pdf = await render(report, { pictures, verifyUrl });
    expect(pageCount(pdf)).toBeGreaterThanOrEqual(3);
    expect(pageCount(pdf)).toBeLessThanOrEqual(6);
    expectInOrder(pdfText(pdf), ["Oktober 2026", ...order, "Methode", "Unveränderlichkeit"]);
    expectNoHeadingAtFoot(pagesOf(pdf));
    expectInOrder(pageOf(report), [
      ...["Oktober 2026", ...order.map((title) => `<h2>${title}</h2>`), "<summary>Methode und Prüfsummen"],
      ...["<h2>Methode</h2>", report.integrity.contentHash],
    ]);
  });

  test("of a client of which nothing has appeared yet names the client, and older files keep their dash", async () => {
    const empty = { ...report, releases: [], presentation: { ...presentation, edition: 2 as const } };
    const [page, pdf] = [pageOf(empty), pdfText(await render(empty, { pictures, verifyUrl }))];
    expect(page).toContain('<p class="period">Oktober 2026</p>');
    for (const text of [page, pdf]) expect(text).not.toContain("– · Oktober");
    expect(pageOf({ ...empty, presentation })).toContain("– · Oktober 2026");
  });

  test("keeps to seven pages with everything that nine releases can have, pictures and evidence of each clipping among it", async () => {
    const full = fullMonth({ presentation });
    const { performance, externalInsights } = full;
    expect([full.releases?.length, externalInsights?.mediaMentions?.items.length]).toEqual([9, 12]);
    expect(performance.campaigns).not.toEqual([]);
    const pdf = await render(full, { pictures, verifyUrl });
    expect(pageCount(pdf)).toBeLessThanOrEqual(7);
    const pages = pagesOf(pdf);
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
    expectNoHeadingAtFoot(pages);
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

  test("compares nothing where somebody chose so", () => {
    const { comparison: _, ...alone } = report;
    const uncompared = { ...alone, presentation: { ...presentation, comparison: "none" as const } };
    for (const { sentence } of headlineFigures(uncompared, wordingOf(report)))
      expect(sentence).not.toMatch(/gegenüber|zuvor|Vergleich/);
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

  test("has each table of its PDF on its page, reading time, devices, campaigns and what lies over the bounds among them", async () => {
    const month = fullMonth({ presentation });
    const [first, ...others] = month.performance.interactions ?? [];
    if (first === undefined) throw new Error("The month has no interactions.");
    const engagement = {
      ...{ averageEngagedSeconds: 83.4, coverage: 0.873 },
      scroll: { p25: 4_100, p50: 3_000, p75: 1_900, p100: 1_100 },
    };
    const performance = {
      ...month.performance,
      engagement,
      interactions: [{ ...first, uniqueVisitors: 123, repeated: 3 }, ...others],
    };
    const full = { ...month, performance };
    const [text, page] = [pdfText(await render(full, { pictures })).replaceAll(/\s/g, ""), pageOf(full)];
    // In the order of the PDF; all sources stand in one table of the page, and the days with their chart.
    const tables = ["Interaktionen", "Lesedauer und Scrolltiefe", "Geräte", "Kampagnen"];
    expectInOrder(
      page,
      [...tables, "Medienresonanz in Zahlen"].map((title) => `<h3>${title}</h3>`),
    );
    for (const said of [
      ...["Dazu 3\u00a0wiederholte Interaktionen über den Grenzen der Zählung, in keiner Zahl enthalten."],
      ...["Mittlere aktive Lesedauer", "83,4\u00a0s", "87,3\u00a0%", "Bis zum Ende", "4.100", "1.100"],
      ...tables,
      ...["wärmewende-2026", "1.204"],
    ]) {
      expect(page).toContain(said);
      expect(text).toContain(said.replaceAll(/\s/g, ""));
    }
    const { kind, count } = first;
    const ofKind = [wordingOf(full).labels.interactions[kind], count.toLocaleString("de-DE"), "123"];
    expect(text).toContain(ofKind.join("").replaceAll(/\s/g, ""));
    expectInOrder(page.slice(page.indexOf("<h3>Interaktionen")), [
      ...["Art und Ziel</th>", "Anzahl</th>", "Besucher</th>"],
      ...ofKind.map((cell) => `>${cell}<`),
    ]);
    // Nothing that was not measured has a heading, and no part of it a figure.
    const none = { ...engagement, averageEngagedSeconds: null, scroll: null, coverage: 0 };
    const bare = { ...performance, engagement: none, devices: [], campaigns: [], interactions: null };
    for (const title of tables) expect(pageOf({ ...full, performance: bare })).not.toContain(`<h3>${title}`);
    const partly = { ...performance, engagement: { ...engagement, averageEngagedSeconds: null } };
    expect(pageOf({ ...full, performance: partly })).toContain(
      "<strong>–</strong><span>nicht erhoben</span>",
    );
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

/** A heading, its note and nothing else. */
function expectNoHeadingAtFoot(pages: readonly string[]): void {
  for (const page of pages) {
    const lines = page.split("\n").map((line) => line.trim());
    const said = lines.filter(
      (line) => line !== "" && !/^(Bericht [0-9a-f]{8}|SHA-256 [0-9a-f]{64})/.test(line),
    );
    for (const line of said.slice(-3)) expect([...order, "Methode"]).not.toContain(line);
  }
}
