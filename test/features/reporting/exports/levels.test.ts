import { describe, expect, test } from "bun:test";
import { Readable } from "node:stream";
import { Value } from "@sinclair/typebox/value";
import { parseStream } from "fast-csv";
import type { MeasurementLevel } from "../../../../service/features/measurement/vocabulary.ts";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";
import { renderCsv } from "../../../../service/features/reporting/exports/render-csv.ts";
import { createPdfRenderer } from "../../../../service/features/reporting/exports/render-pdf.ts";
import { describeMethod } from "../../../../service/features/reporting/reports/describe-method.ts";
import { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { registerFormats } from "../../../../service/schema.ts";
import { pdfText } from "../../../support/pdf-tools.ts";
import { sampleReport } from "../../../support/sample-report.ts";

const render = createPdfRenderer({ fonts: await readReportFonts() });
registerFormats();

describe("a report at L0", () => {
  test("fits the schema and says in the PDF that interactions were not measured, nowhere that there were none", async () => {
    const report = unmeasured();
    expect([...Value.Errors(PublicationReport, report)]).toEqual([]);
    const text = pdfText(await render(report));
    expect(text).toContain("Messstufe L0 zählt nur Seitenaufrufe.");
    expect(text).toContain("Klicks und Downloads werden auf Messstufe L0 nicht erhoben.");
    // The headline and each day of the table.
    expect(text.match(/nicht erhoben/g)?.length).toBeGreaterThan(report.performance.series.length);
    expect(text).not.toContain("keine Interaktionen");
  });

  test("has empty cells and no zero in the CSV", async () => {
    const rows = (await parse(unmeasured())).filter((row) => row.metric === "interactions");
    expect(rows.length).toBe(31);
    expect(new Set(rows.map((row) => row.value))).toEqual(new Set([""]));
  });
});

describe("a report of several levels", () => {
  test("says in the PDF which releases were measured at which", async () => {
    const report = mixed();
    expect([...Value.Errors(PublicationReport, report)]).toEqual([]);
    const text = pdfText(await render(report));
    for (const words of ["Messstufe L0", "Messstufe L1", "Messstufe L1 und L2", "Messstufe L0, L1 und L2"])
      expect(text).toContain(words);
    expect(text).toContain("Meldungen auf");
  });

  test("says so in the CSV and in the words of its method", async () => {
    const report = mixed();
    const rows = await parse(report);
    const levels = rows.filter((row) => row.metric === "levels").map((row) => [row.section, row.value]);
    expect(levels).toEqual([
      ["report", "L0 | L1 | L2"],
      ["releases", "L0"],
      ["releases", "L1"],
      ["releases", "L1 | L2"],
    ]);
    const [first, second, third] = (report.releases ?? []).map(({ release }) => `„${release.title}“`);
    expect(report.methodology.limits).toContain(
      `Die Meldungen wurden auf verschiedenen Messstufen gemessen. L0: ${first}; L1: ${second}, ${third}; L2: ${third}.`,
    );
  });

  test("of one release says that its newsroom's level changed", () => {
    const { performance } = sampleReport({ level: "L0" });
    const { limits } = describeMethod({
      language: "de",
      performance: { ...performance, levels: ["L0", "L1"] },
      releases: [],
      releasesLeftOut: 0,
    });
    expect(limits).toContain("Die Messstufe des Newsrooms hat im Zeitraum gewechselt: L0, L1.");
  });

  test("names ten releases a level, and groups the digits of how many more there are", () => {
    const { performance, releases: sample = [] } = sampleReport({ scopeType: "campaign", releases: 1 });
    const [first] = sample;
    if (first === undefined) throw new Error("The sample has no release.");
    const one = { ...first, levels: ["L0" as const] };
    const releases = Array.from({ length: 1_244 }, () => one);
    const moreIn = (language: "de" | "en") =>
      describeMethod({
        ...{ language, releases, releasesLeftOut: 0 },
        performance: { ...performance, levels: ["L0", "L1"] },
      }).limits.join(" ");
    expect(moreIn("de")).toContain("“ und 1.234 weitere; L1:");
    expect(moreIn("en")).toContain("” and 1,234 more; L1:");
  });
});

describe("the method of a report", () => {
  test.each([
    [1, "1 ältere ist nicht enthalten.", "1 older one is not."],
    [2, "2 ältere sind nicht enthalten.", "2 older ones are not."],
    [1_234, "1.234 ältere sind nicht enthalten.", "1,234 older ones are not."],
  ])("says in German and English that %i releases are left out", (releasesLeftOut, german, english) => {
    const { performance, releases = [] } = sampleReport({ scopeType: "portfolio" });
    const limitIn = (language: "de" | "en") =>
      describeMethod({ language, performance, releases, releasesLeftOut }).limits.at(-1);
    expect(limitIn("de")).toBe(`Berücksichtigt sind die neuesten Meldungen; ${german}`);
    expect(limitIn("en")).toBe(`The newest releases are included; ${english}`);
  });

  test("says when a visit ends, what is no reader, and what the bounds are", () => {
    const { rules } = withMethod(sampleReport({ scopeType: "campaign" })).methodology;
    const text = rules.join("\n");
    expect(text).toContain(
      "Ein Besuch endet nach 30 Minuten ohne Aktivität und um Mitternacht (Zeitzone Europe/Berlin). Er wird je Meldung gezählt.",
    );
    expect(text).toContain("höchstens 40 verschiedene Browser");
    expect(text).not.toContain("Vorschauen der Agentur");
  });

  test("of repeated interactions stands below their table and in the CSV", async () => {
    const report = sampleReport({ insights: 0 });
    const interactions = (report.performance.interactions ?? []).map((entry) => ({ ...entry, repeated: 0 }));
    const [first] = interactions;
    if (first !== undefined) first.repeated = 990;
    const changed = { ...report, performance: { ...report.performance, interactions } };
    expect(pdfText(await render(changed))).toContain("Dazu 990 wiederholte Interaktionen");
    const rows = (await parse(changed)).filter((row) => row.metric === "repeated");
    expect(rows.map((row) => row.value)).toEqual(["990", ...Array.from({ length: 9 }, () => "0")]);
    expect(pdfText(await render(report))).not.toContain("wiederholte");
  });
});

async function parse(report: PublicationReport): Promise<Record<string, string>[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of renderCsv(report, "https://pr.example/pruefen")) chunks.push(chunk);
  const rows: Record<string, string>[] = [];
  const stream = Readable.from([Buffer.concat(chunks)]);
  for await (const row of parseStream<Record<string, string>, Record<string, string>>(stream, {
    headers: true,
  }))
    rows.push(row);
  return rows;
}

/** A report at L0 alone, as one is frozen today. */
function unmeasured(): PublicationReport {
  const report = sampleReport({ level: "L0", insights: 0 });
  const series = report.performance.series.map((day) => ({ ...day, interactions: null }));
  return withMethod({
    ...report,
    performance: { ...report.performance, levels: ["L0"], interactions: null, series },
  });
}

/** A campaign of three releases, of which the first was measured at L0. */
function mixed(): PublicationReport {
  const report = sampleReport({ scopeType: "campaign", releases: 3, level: "L0", insights: 0 });
  const levelsOf: MeasurementLevel[][] = [["L0"], ["L1"], ["L1", "L2"]];
  const releases = report.releases?.map((entry, index) => ({
    ...entry,
    interactions: index === 0 ? null : entry.interactions,
    levels: levelsOf[index] ?? [],
  }));
  return withMethod({
    ...report,
    ...(releases === undefined ? {} : { releases }),
    performance: { ...report.performance, levels: ["L0", "L1", "L2"] },
  });
}

function withMethod(report: PublicationReport): PublicationReport {
  const { performance, releases = [] } = report;
  return {
    ...report,
    methodology: describeMethod({ language: "de", performance, releases, releasesLeftOut: 0 }),
  };
}
