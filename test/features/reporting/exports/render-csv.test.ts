import { describe, expect, test } from "bun:test";
import { Readable } from "node:stream";
import { parseStream } from "fast-csv";
import type { MentionEvidence } from "../../../../service/features/insights/schema.ts";
import { renderCsv } from "../../../../service/features/reporting/exports/render-csv.ts";
import { renderJson } from "../../../../service/features/reporting/exports/render-json.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { csvLine, formulaSafe } from "../../../../service/floor/web/csv-line.ts";
import { errorOf } from "../../../support/error-of.ts";
import { sampleMonth } from "../../../support/sample-month.ts";
import { sampleReport } from "../../../support/sample-report.ts";

describe("the CSV of a report", () => {
  test("starts with a byte order mark and the head, and ends each line with CRLF", async () => {
    const bytes = await collect(sampleReport());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.subarray(3).toString("utf8");
    expect(text.startsWith("section,date,metric,dimension,value,unit,origin\r\n")).toBe(true);
    expect(text.endsWith("\r\n")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  test("gives back every figure through a parser", async () => {
    const report = sampleReport({ scopeType: "portfolio", releases: 3 });
    const rows = await parse(report);
    const { performance } = report;
    const value = (section: string, metric: string, dimension = "", date = "") =>
      rows.find(
        (row) =>
          row.section === section &&
          row.metric === metric &&
          row.dimension === dimension &&
          row.date === date,
      )?.value;
    expect(value("summary", "views")).toBe(String(performance.views));
    expect(value("summary", "uniqueVisitors", "sum-of-daily-uniques")).toBe(
      String(performance.uniqueVisitors.value),
    );
    expect(value("comparison", "changePercent", "previous-equal-period")).toBe(
      String(performance.comparison.views.changePercent),
    );
    for (const day of performance.series) {
      expect(value("series", "views", "", day.day)).toBe(String(day.views));
      expect(value("series", "bots", "", day.day)).toBe(String(day.bots));
    }
    for (const entry of performance.trafficClasses) {
      expect(value("trafficClasses", "share", entry.class)).toBe(String(entry.share));
    }
    for (const entry of report.releases ?? []) {
      const dimension = `${entry.release.id} | ${entry.release.title} | ${entry.release.client.name}`;
      expect(value("releases", "visits", dimension, "2026-11-20")).toBe(String(entry.visits));
    }
    expect(value("aiVisibility", "rateHigh", aiDimension)).toBe("0.6134");
    expect(
      rows.filter((row) => row.section === "conversions" && row.metric === "value").map((row) => row.value),
    ).toEqual(["12345.60", "800"]);
  });

  test("holds every number of the snapshot's figures", async () => {
    const report = sampleReport({ scopeType: "campaign", insights: 9 });
    const cells = new Set((await parse(report)).map((row) => row.value));
    const { window: _window, ...figures } = report.performance;
    const numbers = numbersIn([
      figures,
      (report.releases ?? []).map(({ release: _release, ...entry }) => entry),
      withoutLevels(report.externalInsights),
    ]);
    expect(numbers.filter((number) => !cells.has(String(number)))).toEqual([]);
  });

  test("holds what the figures are compared with, and amounts that are no other number in German", async () => {
    const month = sampleMonth();
    const [conversion] = month.externalInsights?.conversions ?? [];
    if (conversion === undefined) throw new Error("The month has no conversions.");
    const amounts = ["1.125", "12.5", "800", "12345.60", `1${"0".repeat(30)}.5`];
    const value = amounts.map((amount) => ({ amount, currency: "EUR" }));
    const rows = await parse({ ...month, externalInsights: { conversions: [{ ...conversion, value }] } });
    const compared = rows.filter(({ dimension }) => dimension === "previous_period");
    expect(Object.fromEntries(compared.map((row) => [row.metric, row.value]))).toEqual({
      ...{ from: "2026-09-01", to: "2026-09-30", views: "3102", uniqueVisitors: "2240", visits: "2600" },
      ...{ interactions: "291", assistantFetches: "404", mediaMentions: "7", daysWithoutMeasurement: "0" },
    });
    const ofConversion = rows.filter((row) => row.section === "conversions" && row.metric === "value");
    expect(ofConversion.map((row) => row.value)).toEqual(["1.12500", "12.50000", ...amounts.slice(2)]);
  });

  test("states an origin for each figure, and never `measured` for an external one", async () => {
    const rows = await parse(sampleReport({ insights: 9 }));
    const external = ["mediaMentions", "mediaReach", "searchVisibility", "aiVisibility", "conversions"];
    for (const row of rows) {
      if (external.includes(row.section)) {
        expect(row.origin).toMatch(/observed|imported|estimated/);
      } else {
        expect(row.origin).toBe(row.section === "report" || row.section === "release" ? "" : "measured");
      }
    }
    expect(new Set(rows.filter((row) => row.section === "mediaReach").map((row) => row.origin))).toEqual(
      new Set(["estimated"]),
    );
  });

  test("holds how clippings are made up, the evidence of each, and what happened; the JSON has the same", async () => {
    const month = sampleMonth();
    const mentions = month.externalInsights?.mediaMentions;
    const [first, ...others] = mentions?.items ?? [];
    if (first === undefined || mentions === undefined) throw new Error("The month has no clippings.");
    const provenance = { ...first.provenance, origin: "observed", source: "medium.example" } as const;
    const evidence: MentionEvidence = {
      ...{ matchType: "full_text" as const, takenShare: 0.61, verbatimShare: 0.52, longestRunWords: 48 },
      ...{ articleWords: 400, releaseWords: 380, quotations: [{ number: 2, taken: "whole" as const }] },
      ...{
        releaseQuotations: 2,
        link: { target: "release" as const, rel: null },
        goneSince: "2026-12-03T08:00:00.000Z",
      },
      ...{ articleSha256: "a".repeat(64), releaseSha256: "b".repeat(64), algorithm: 1, provenance },
    };
    const report = {
      ...month,
      externalInsights: { mediaMentions: { ...mentions, items: [{ ...first, evidence }, ...others] } },
    };
    const rows = await parse(report);
    const dimension = [first.medium, first.mediaType, first.matchType, first.headline, first.url].join(" | ");
    const ofEvidence = rows.filter((row) => row.section === "mentionEvidence");
    expect(new Set(ofEvidence.map((row) => `${row.dimension} ${row.origin}`))).toEqual(
      new Set([`${dimension} observed`]),
    );
    expect(Object.fromEntries(ofEvidence.map((row) => [row.metric, row.value]))).toMatchObject({
      ...{
        takenShare: "0.61000",
        verbatimShare: "0.52000",
        longestRun: "48",
        quotationsTaken: "1",
        links: "1",
      },
      ...{ source: "medium.example", method: provenance.method },
    });
    const { value: summary = "" } = ofEvidence.find((row) => row.metric === "summary") ?? {};
    for (const said of ["61", "48 Wörter", "3. Dezember"])
      expect(summary.replaceAll("\u00a0", " ")).toContain(said);
    const of = (metric: string) =>
      rows
        .filter((row) => row.section === "mediaMentions" && row.metric === metric)
        .map((row) => [row.date, row.dimension, row.value, row.origin].join(","));
    expect(of("countOfOrigin")).toEqual([",,8,observed", ",,4,imported"]);
    expect(of("byMediaType")).toEqual([",online,6,observed", ",social,2,observed", ",print,4,imported"]);
    expect(of("byTone")).toEqual([",positive,5,", ",not_judged,7,"]);
    expect(of("byDay").slice(-2)).toEqual(["2026-10-12,,3,imported", "2026-10-26,,1,imported"]);
    expect(rows.filter((row) => row.section === "mostTaken")).toHaveLength(10);
    expect(rows.filter((row) => row.section === "marks")[1]).toMatchObject({
      ...{ date: "2026-10-06", metric: "clipping", value: "2" },
    });
    const json = JSON.parse(new TextDecoder().decode(renderJson(report)));
    expect(json.externalInsights.mediaMentions.items[0].evidence).toEqual(evidence);
    expect(json.marks).toEqual(month.marks);
  });

  test("holds how many clippings nobody has confirmed, and those of each release; files of before edition 2 keep their rows", async () => {
    const month = sampleMonth();
    const mentions = month.externalInsights?.mediaMentions;
    const entry = month.releases?.[0];
    if (entry === undefined || mentions === undefined) throw new Error("The month has no clippings.");
    const byRelease = [
      { releaseId: entry.release.id, count: 3 },
      // One that the report does not list.
      { releaseId: 4_711, count: 2 },
    ];
    const report = {
      ...month,
      externalInsights: { mediaMentions: { ...mentions, confirmed: 7, found: 5, byRelease } },
    };
    const of = async (presentation: NonNullable<PublicationReport["presentation"]>) =>
      (await parse({ ...report, presentation }))
        .filter(
          ({ section, metric }) =>
            section === "mediaMentions" && ["confirmed", "found", "byRelease"].includes(metric),
        )
        .map((row) => [row.metric, row.dimension, row.value, row.origin]);
    const { id, title, client } = entry.release;
    const origins = [...new Set(mentions.items.map(({ provenance }) => provenance.origin))].join(" | ");
    expect(await of({ language: "de", layout: 2, edition: 2 })).toEqual([
      ["confirmed", "", "7", origins],
      ["found", "", "5", origins],
      ["byRelease", `${id} | ${title} | ${client.name}`, "3", origins],
      ["byRelease", "4711", "2", origins],
    ]);
    expect(await of({ language: "de", layout: 2 })).toEqual([]);
  });

  test("keeps commas, quotes, line breaks and umlauts of a title", async () => {
    const title = 'Er sagte: "Größer, schöner"\r\nund ging; Łódź, Αθήνα';
    const rows = await parse(sampleReport({ title }));
    expect(rows.find((row) => row.metric === "scopeTitle")?.value).toBe(title);
  });

  test("is the same bytes for the same report", async () => {
    expect(Buffer.compare(await collect(sampleReport()), await collect(sampleReport()))).toBe(0);
  });

  test("disarms formulas in texts and leaves numbers alone", async () => {
    for (const cell of [
      "=1+1",
      "+49 221",
      "-cmd",
      "@SUM(A1)",
      "\tx",
      "\rx",
      '=HYPERLINK("x")',
      "-",
      "+",
      "-1-1",
      "+1e",
      "\nx",
      "＝1+1",
      "＋49 221",
      "－cmd",
      "＠SUM(A1)",
      "﹦1+1",
      "  =1+1",
      "\u00a0@x",
      "\ufeff=1+1",
      "\u200b=1+1",
    ]) {
      expect(formulaSafe(cell)).toBe(`'${cell}`);
    }
    for (const cell of [
      "-4.2",
      "+3",
      "-0",
      "1e5",
      "-1E-7",
      "",
      "a=b",
      "'x",
      "12345.60",
      " a=b",
      "\u00a0x",
      "—x",
      "a; b",
      "a =b",
      "a|=b",
      "a,=b",
    ]) {
      expect(formulaSafe(cell)).toBe(cell);
    }
    expect(formulaSafe(-4.2)).toBe(-4.2);
    const rows = await parse(sampleReport({ title: "=cmd|' /C calc'!A0", agency: "@agentur" }));
    expect(rows.find((row) => row.metric === "scopeTitle")?.value).toBe("'=cmd|' /C calc'!A0");
    expect(rows.find((row) => row.metric === "agency")?.value).toBe("'@agentur");
  });

  test("disarms formulas behind each sign at which a spreadsheet may split a cell", async () => {
    const split: [string, string][] = [
      ["x;=cmd", "x;'=cmd"],
      ["x;=1;+2;-3;@SUM(A1)", "x;'=1;'+2;'-3;'@SUM(A1)"],
      ["=1;=2", "'=1;'=2"],
      ["\n=1+1", "'\n'=1+1"],
      ["x;-4.2", "x;'-4.2"],
      ["x\t=1+1", "x\t'=1+1"],
      ["x\n=1+1", "x\n'=1+1"],
      ["x\r\n=1+1", "x\r\n'=1+1"],
      ["x; \u00a0\ufeff=1+1", "x; \u00a0\ufeff'=1+1"],
      ['x;"=1+1', "x;\"'=1+1"],
      ["x;＝1+1", "x;'＝1+1"],
    ];
    for (const [cell, safe] of split) expect(formulaSafe(cell)).toBe(safe);
    // A program that splits at all of them keeps a quoted cell whole.
    expect(csvLine(["x;=cmd", "a\tb", "a|b", 1])).toBe(`"x;'=cmd","a\tb","a|b",1\r\n`);
    const rows = await parse(sampleReport({ title: "Sommer;=HYPERLINK(1)" }));
    expect(rows.find((row) => row.metric === "scopeTitle")?.value).toBe("Sommer;'=HYPERLINK(1)");
  });

  test("takes no longer than the cell's length for cells of nothing but separators", () => {
    const partsTotal = 200_000;
    for (const part of [";", "\t", "; ", ';"', "\n", " "]) {
      const cell = `a${part.repeat(partsTotal)}`;
      const startedAt = performance.now();
      expect(formulaSafe(cell)).toBe(cell);
      // A square of the length would take minutes.
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    }
  });

  test("comes in chunks, starting before the last row is made, and stops when its reader does", async () => {
    const report = sampleReport({ scopeType: "portfolio", days: 365, releases: 200, insights: 200 });
    const sizes: number[] = [];
    for await (const chunk of renderCsv(report, "https://pr.example/pruefen")) {
      sizes.push(chunk.length);
    }
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBeLessThan(140_000);
    for await (const chunk of renderCsv(report, "https://pr.example/pruefen")) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
  });

  test("passes on the failure of a report that can't be read", async () => {
    const broken = { ...sampleReport(), performance: undefined } as unknown as PublicationReport;
    expect(await errorOf(collect(broken))).toBeInstanceOf(TypeError);
  });
});

const aiDimension = "ChatGPT | gpt-5-mini | Welche Stadtwerke in Deutschland bauen große Wärmespeicher?";

async function collect(report: PublicationReport): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of renderCsv(report, "https://pr.example/pruefen")) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

type ParsedRow = {
  section: string;
  date: string;
  metric: string;
  dimension: string;
  value: string;
  origin: string;
};

async function parse(report: PublicationReport): Promise<ParsedRow[]> {
  const bytes = await collect(report);
  const rows: ParsedRow[] = [];
  for await (const row of parseStream<ParsedRow, ParsedRow>(Readable.from([bytes]), {
    headers: true,
    strictColumnHandling: true,
  })) {
    rows.push(row);
  }
  return rows;
}

function numbersIn(value: unknown): number[] {
  if (typeof value === "number") {
    return [value];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

/** The 0.95 of an interval is its definition, no figure. */
function withoutLevels(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === "level" ? undefined : inner)));
}
