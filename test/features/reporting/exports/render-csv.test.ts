import { describe, expect, test } from "bun:test";
import { renderCsv } from "../../../../service/features/reporting/exports/render-csv.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { errorOf } from "../../../support/error-of.ts";
import { sampleMonth } from "../../../support/sample-month.ts";
import { sampleReport } from "../../../support/sample-report.ts";
import { collect, parse } from "./support/parse-csv.ts";

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
    const amounts = ["1.125", "12.5", "1265.625", "800", "12345.60", `1${"0".repeat(30)}.5`];
    const value = amounts.map((amount) => ({ amount, currency: "EUR" }));
    const rows = await parse({ ...month, externalInsights: { conversions: [{ ...conversion, value }] } });
    const compared = rows.filter(({ dimension }) => dimension === "previous_period");
    expect(Object.fromEntries(compared.map((row) => [row.metric, row.value]))).toEqual({
      ...{ from: "2026-09-01", to: "2026-09-30", views: "3102", uniqueVisitors: "2240", visits: "2600" },
      ...{ interactions: "291", assistantFetches: "404", mediaMentions: "7", daysWithoutMeasurement: "0" },
    });
    const ofConversion = rows.filter((row) => row.section === "conversions" && row.metric === "value");
    expect(ofConversion.map((row) => row.value)).toEqual([
      ...["1.12500", "12.50000", "1265.62500"],
      ...amounts.slice(3),
    ]);
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

  test("keeps commas, quotes, line breaks and umlauts of a title", async () => {
    const title = 'Er sagte: "Größer, schöner"\r\nund ging; Łódź, Αθήνα';
    const rows = await parse(sampleReport({ title }));
    expect(rows.find((row) => row.metric === "scopeTitle")?.value).toBe(title);
  });

  test("is the same bytes for the same report", async () => {
    expect(Buffer.compare(await collect(sampleReport()), await collect(sampleReport()))).toBe(0);
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
