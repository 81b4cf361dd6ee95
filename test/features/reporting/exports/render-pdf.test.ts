import { describe, expect, test } from "bun:test";
import { PDFDocument } from "pdf-lib";
import { formatNumber, formatShare } from "../../../../service/features/reporting/exports/german-format.ts";
import {
  channelLabels,
  interactionLabels,
  trafficClassLabels,
} from "../../../../service/features/reporting/exports/labels.ts";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../../../service/features/reporting/exports/render-pdf.ts";
import { pdfText, runPdfTool } from "../../../support/pdf-tools.ts";
import { sampleReport } from "../../../support/sample-report.ts";

const fonts = await readReportFonts();
const render = createPdfRenderer({ fonts });

describe("the PDF of a report", () => {
  test("has every figure of an article report in its text", async () => {
    const report = sampleReport({ insights: 8 });
    const text = pdfText(await render(report));
    const { performance } = report;
    const words = [
      report.agency.name,
      report.release?.client.name ?? "",
      report.scope.title,
      formatNumber(performance.views),
      formatNumber(performance.uniqueVisitors.value),
      formatNumber(performance.visits),
      "22. Oktober – 20. November 2026 (30 Tage)",
      "Aufrufe durch Menschen, +12,4 %",
      `(zuvor ${formatNumber(performance.comparison.views.value)})`,
      "83,4 s",
      "87,3 %",
      ...performance.trafficClasses.flatMap((entry) => [
        `${trafficClassLabels[entry.class]} ${formatNumber(entry.requests)} ${entry.visitors === null ? "–" : formatNumber(entry.visitors)} ${formatShare(entry.share).replace("\u00a0", " ")}`,
      ]),
      ...performance.channels.map(
        (entry) =>
          `${channelLabels[entry.channel]} ${formatNumber(entry.views)} ${formatNumber(entry.visitors)}`,
      ),
      ...performance.referrers.map(
        (entry) =>
          `${channelLabels[entry.channel]} ${formatNumber(entry.views)} ${formatNumber(entry.visitors)}`,
      ),
      ...(performance.interactions ?? []).flatMap((entry) => [
        `${interactionLabels[entry.kind]} ${formatNumber(entry.count)} ${formatNumber(entry.uniqueVisitors)}`,
        ...entry.targets.map((target) => `${target.label} ${formatNumber(target.count)}`),
      ]),
      ...performance.aiOperators.map(
        (entry) =>
          `${entry.operator} ${formatNumber(entry.crawls)} ${formatNumber(entry.assistantFetches)} ${formatNumber(entry.referredVisits)}`,
      ),
      ...performance.campaigns.map(
        (entry) => `${entry.campaign} ${entry.source} ${entry.medium} ${formatNumber(entry.views)}`,
      ),
      ...performance.series.map((day) =>
        [day.views, day.uniqueVisitors, day.visits, day.interactions, day.bots]
          .map((value) => (value === null ? "nicht erhoben" : formatNumber(value)))
          .join(" "),
      ),
      ...(report.externalInsights?.searchVisibility?.queries ?? []).map(
        (query) => `${query.query} ${formatNumber(query.clicks)} ${formatNumber(query.impressions)}`,
      ),
      ...(report.externalInsights?.mediaMentions?.items ?? []).flatMap((item) =>
        item.reach === undefined ? [] : [formatNumber(item.reach.value)],
      ),
      "12.345,60 EUR · 800 CHF",
      "20 8 5 40,0 %",
      "21,9 % – 61,3 %",
    ];
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
  });

  test("names the origin of external insights on pages that hold no measured figures", async () => {
    const report = sampleReport({ insights: 8 });
    const pages = runPdfTool("pdftotext", await render(report), [], ["-"]).split("\f");
    for (const origin of ["beobachtet", "importiert", "geschätzt"]) {
      const page = pages.find((text) => text.includes(`Externe Erkenntnisse – ${origin}`)) ?? "";
      expect(page).toContain(`Herkunft: ${origin}`);
      expect(page).not.toContain("Eigene Messung im Newsroom");
      expect(page).not.toContain("Tageswerte");
    }
    const observed = pages.find((text) => text.includes("Externe Erkenntnisse – beobachtet")) ?? "";
    expect(observed).not.toContain("Reichweite der Medien");
  });

  test("has no page of external insights when there are none", async () => {
    expect(pdfText(await render(sampleReport({ insights: 0 })))).not.toContain("Externe Erkenntnisse");
  });

  test("is the same bytes for the same report, whatever was rendered before and by which renderer", async () => {
    const report = sampleReport({ client: "Ελληνική Ενέργεια", insights: 4 });
    const first = await render(report);
    await render(sampleReport({ seed: 9, title: "Ćwikła, Žižek и Россия" }));
    const second = await render(structuredClone(report));
    const other = await createPdfRenderer({ fonts: await readReportFonts() })(report);
    expect(Buffer.compare(first, second)).toBe(0);
    expect(Buffer.compare(first, other)).toBe(0);
  });

  test("leaves the font bytes that it was given as they are", async () => {
    const own = await readReportFonts();
    const before = Buffer.from(own.regular).toString("base64");
    await createPdfRenderer({ fonts: own })(sampleReport({ title: "Größe, ĐÞŁ" }));
    expect(Buffer.from(own.regular).toString("base64")).toBe(before);
  });

  test("carries language, title, author and the report's own date", async () => {
    const report = sampleReport({ title: "Öffentlicher Wärmespeicher (50 % größer) für 3 €" });
    const pdf = await render(report);
    const info = runPdfTool("pdfinfo", pdf, ["-isodates"]);
    expect(info).toContain("Title:           Öffentlicher Wärmespeicher (50 % größer) für 3 €");
    expect(info).toContain("Author:          Müller & Söhne Kommunikation");
    expect(info).toContain("CreationDate:    2026-11-20T13:05:09Z");
    expect(info).toContain("A4");
    const source = await plainObjects(pdf);
    expect(source).toContain("/Lang (de)");
    expect(source).toContain("/DisplayDocTitle true");
    expect(source).toContain("/Type /Outlines");
  });

  test("has a bookmark for each part and section", async () => {
    const source = await plainObjects(await render(sampleReport({ insights: 4 })));
    for (const title of [
      "Überblick",
      "Eigene Messung im Newsroom",
      "Kanäle",
      "Externe Erkenntnisse – beobachtet",
      "Methode",
    ]) {
      expect(source).toContain(`/Title <${utf16Hex(title)}>`);
    }
  });

  test("links web addresses and no other scheme", async () => {
    const report = sampleReport({ insights: 0 });
    const targets = report.performance.interactions?.[0]?.targets ?? [];
    targets.push({ label: "Falle", url: "javascript:alert(1)", count: 1 });
    targets.push({ label: "Klammern", url: "https://example.com/a_(b)\\c ü", count: 1 });
    const source = await plainObjects(await render(report));
    expect(source).toContain("/URI (https://example.com/studie.pdf)");
    expect(source).toContain("/URI (https://example.com/a_\\(b\\)/c%20%C3%BC)");
    expect(source).not.toContain("javascript:");
  });

  test("embeds both fonts as subsets with a way back to Unicode", async () => {
    const fontLines = runPdfTool("pdffonts", await render(sampleReport()))
      .trim()
      .split("\n")
      .slice(2);
    expect(fontLines).toHaveLength(2);
    for (const line of fontLines) {
      expect(line).toMatch(
        /^[A-Z]{6}\+SourceSans3-(Regular|SemiBold)\s+CID TrueType\s+Identity-H\s+yes yes yes/,
      );
    }
  });

  test("keeps German, Polish, Turkish, Greek and Cyrillic names when copied", async () => {
    const title = "Größe Maß € – Zażółć gęślą jaźń, İğdır Şişli, Ώρα Ελλάδα µ μ, Жёлтый";
    expect(pdfText(await render(sampleReport({ title, client: "Øst & Ærø ĲŐŰ" })))).toContain(title);
  });

  test("draws a placeholder for what the font lacks, and copies the original", async () => {
    const report = sampleReport();
    report.scope.title = "Start 🚀 in 東京 👩‍👩‍👧 \ud800 \u0000 Ende";
    const text = pdfText(await render(report));
    expect(text).toContain("Start 🚀 in 東京");
    expect(text).toContain("Ende");
  });

  test("composes decomposed letters", async () => {
    const text = pdfText(await render(sampleReport({ title: "Mu\u0308nchen" })));
    expect(text).toContain("München");
  });

  test("ends every page with its number, the report id and the content hash", async () => {
    const report = sampleReport({ insights: 30 });
    const pages = runPdfTool("pdftotext", await render(report), ["-layout"], ["-"])
      .split("\f")
      .slice(0, -1);
    expect(pages.length).toBeGreaterThan(5);
    pages.forEach((page, index) => {
      expect(page).toContain(`Seite ${index + 1} von ${pages.length}`);
      expect(page).toContain(report.id);
      expect(page).toContain(report.integrity.contentHash);
    });
  });

  test("says in sentences that a day-old release without visits has no figures yet", async () => {
    const report = sampleReport({ days: 1, viewsPerDay: 0, insights: 0, level: "L1" });
    const pdf = await render(report);
    const text = pdfText(pdf);
    expect(text).toContain("Im Zeitraum wurden noch keine Aufrufe durch Menschen gemessen.");
    expect(text).toContain("Aufrufe durch Menschen. Für einen Vergleich fehlt ein früherer");
    expect(text).toContain("Ohne Daten im Zeitraum und deshalb ohne Abschnitt: Kanäle,");
    expect(text).toContain("Nicht erhoben: Lesedauer und Scrolltiefe.");
    expect(text).not.toContain("NaN");
    expect(pageCount(pdf)).toBeLessThanOrEqual(3);
  });

  test("wraps a title of 300 characters on the first page without losing a word", async () => {
    const title = `${"Donaudampfschifffahrtsgesellschaft stellt emissionsfreie Flotte vor ".repeat(5)}`.slice(
      0,
      300,
    );
    const first = runPdfTool("pdftotext", await render(sampleReport({ title })), ["-l", "1"], ["-"]).replace(
      /\s+/g,
      " ",
    );
    expect(first).toContain(title.trim());
    expect(first).toContain("Zur Methode");
  });

  test("breaks a word of 300 letters and a title of 10,000 characters instead of cutting them off", async () => {
    const word = "x".repeat(300);
    const text = pdfText(await render(sampleReport({ title: word, insights: 0 }))).replaceAll(" ", "");
    expect(text).toContain(word);
    const pdf = await render(sampleReport({ title: "Wort ".repeat(2_000), insights: 0 }));
    expect(pdfText(pdf).match(/\bWort\b/g)?.length).toBeGreaterThanOrEqual(2_000);
  });
});

describe("long reports", () => {
  test("charts days up to 92 of them and weeks above", async () => {
    const days = pdfText(await render(sampleReport({ days: 92 })));
    const weeks = pdfText(await render(sampleReport({ days: 93 })));
    expect(days).toContain("Aufrufe pro Tag");
    expect(days).toContain("Tageswerte");
    expect(weeks).toContain("Aufrufe pro Woche");
    expect(weeks).toContain("Wochenwerte");
    expect(weeks).not.toContain("Aufrufe pro Tag");
  });

  test("list 200 releases of a portfolio with the head on every page", async () => {
    const report = sampleReport({ scopeType: "portfolio", days: 365, releases: 200, insights: 0 });
    const pdf = await render(report);
    const pages = runPdfTool("pdftotext", pdf, ["-layout"], ["-"]).split("\f");
    const text = pages.join(" ").replace(/\s+/g, " ");
    for (const entry of report.releases ?? []) {
      expect(text).toContain(`(${entry.release.id})`);
    }
    const tablePages = pages.filter((page) => /\((2|60|120|199)\)/.test(page));
    expect(tablePages.length).toBeGreaterThan(3);
    for (const page of tablePages) {
      expect(page).toContain("Titel und Kunde");
    }
  });

  test("name five clients on the first page, and count the rest of six", async () => {
    const report = sampleReport({ scopeType: "campaign", releases: 6, insights: 0 });
    const firstPage = async () =>
      runPdfTool("pdftotext", await render(report), ["-l", "1"], ["-"]).replace(/\s+/g, " ");
    expect(await firstPage()).toContain("Öztürk Gıda A.Ş., Weiß & Groß KG");
    const last = report.releases?.at(-1);
    if (last !== undefined) {
      last.release.client.name = "Sechste GmbH";
    }
    expect(await firstPage()).toContain("Öztürk Gıda A.Ş. und 2 weitere");
  });

  test("continue a table cell that is longer than a page on the next one", async () => {
    const report = sampleReport({ scopeType: "campaign", releases: 2, insights: 0 });
    const [first] = report.releases ?? [];
    if (first === undefined) {
      throw new Error("The sample has no release.");
    }
    first.release.title = "Silbe ".repeat(3_000);
    expect(pdfText(await render(report)).match(/\bSilbe\b/g)).toHaveLength(3_000);
  });
});

function pageCount(pdf: Uint8Array): number {
  return Number(/Pages:\s+(\d+)/.exec(runPdfTool("pdfinfo", pdf))?.[1]);
}

function utf16Hex(text: string): string {
  return `FEFF${Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, "0")).join("")}`.toUpperCase();
}

/** The file's objects without compression, as text. */
async function plainObjects(pdf: Uint8Array): Promise<string> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  return Buffer.from(await document.save({ useObjectStreams: false })).toString("latin1");
}
