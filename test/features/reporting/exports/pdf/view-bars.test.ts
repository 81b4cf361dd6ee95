import { describe, expect, test } from "bun:test";
import {
  leftDaysNote,
  markedDays,
  viewBars,
} from "../../../../../service/features/reporting/exports/pdf/view-bars.ts";
import { readReportFonts } from "../../../../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../../../../service/features/reporting/exports/render-pdf.ts";
import { wordingOf } from "../../../../../service/features/reporting/exports/wording/wording.ts";
import { renderViews } from "../../../../../service/features/reporting/links/page/report-charts.ts";
import type { PublicationReport } from "../../../../../service/features/reporting/reports/schema.ts";
import { renderHtml } from "../../../../../service/floor/web/html.ts";
import { pdfText } from "../../../../support/pdf-tools.ts";
import { sampleMonth } from "../../../../support/sample-month.ts";

const render = createPdfRenderer({ fonts: await readReportFonts() });
const firstDay = Date.UTC(2026, 8, 1);
const none = { uniqueVisitors: 1, visits: 1, interactions: null, bots: 0 };
const seriesOf = (length: number) =>
  Array.from({ length }, (_, index) => ({
    ...{ day: new Date(firstDay + index * 86_400_000).toISOString().slice(0, 10), views: 1 },
    ...none,
  }));

describe("what happened in a report of more days than bars", () => {
  const plain = sampleMonth({ presentation: { language: "de", layout: 2 } });
  const days = ["2026-10-08", "2026-10-05", "2026-10-08", "2026-10-12"];
  const marks = days.map((day, index) => ({ day, kind: "note" as const, count: 1, text: `Notiz ${index}` }));
  const reportOf = (length: number, edition?: 2): PublicationReport => ({
    ...plain,
    ...{ marks, performance: { ...plain.performance, series: seriesOf(length) } },
    ...(edition !== undefined && { presentation: { language: "de", layout: 2, edition } }),
  });
  const linesOf = (report: PublicationReport) => {
    const words = wordingOf(report);
    const marked = markedDays(report, viewBars(report.performance.series, words).bars, words);
    return marked.map(({ label, marks: own }) => `${label} ${own.length}`);
  };

  test("stands at its own day, whether a bar is a day or a week", () => {
    for (const length of [92, 93])
      expect(linesOf(reportOf(length, 2))).toEqual(["5.10. 1", "8.10. 2", "12.10. 1"]);
    const shown = renderHtml(renderViews(reportOf(93, 2), wordingOf(plain)));
    expect(shown).toContain("<li>8.10.: ");
    // Two days of one week are one mark.
    expect(shown.match(/<g class="marks">.*?<\/g>/s)?.[0].match(/<line/g)).toHaveLength(2);
  });

  test("stands at the Monday of its week in files of before edition 2, which a client has", () => {
    expect(linesOf(reportOf(92))).toEqual(["5.10. 1", "8.10. 2", "12.10. 1"]);
    expect(linesOf(reportOf(93))).toEqual(["5.10. 3", "12.10. 1"]);
  });
});

describe("what happened before the first publication, whose days a chart leaves out", () => {
  const month = sampleMonth();
  const published = "2026-10-20";
  const marks = [
    { day: "2026-10-02", kind: "goal_fixed" as const, count: 1, text: "Bekannt werden" },
    { day: "2026-10-18", kind: "mailing" as const, count: 1, text: "Einladung" },
    { day: published, kind: "publication" as const, count: 1, text: "Neues Werk" },
  ];
  const reportOf = (viewsOfDay: number, edition?: 2): PublicationReport => ({
    ...{ ...month, marks },
    presentation: { language: "de", layout: 2, ...(edition && { edition }) },
    releases: (month.releases ?? []).slice(0, 1).map((entry) => ({
      ...entry,
      release: { ...entry.release, publishedAt: `${published}T08:00:00.000Z` },
    })),
    performance: {
      ...month.performance,
      views: viewsOfDay * 12,
      series: month.performance.series.map((each) => ({
        ...each,
        views: each.day < published ? 0 : viewsOfDay,
      })),
    },
  });
  const listed = async (report: PublicationReport) => {
    const said = [
      "2.10. Ziel festgelegt: Bekannt werden",
      "18.10. Verschickt: Einladung",
      "20.10. Erschienen: Neues Werk",
    ];
    const html = renderHtml(renderViews(report, wordingOf(report)));
    const pdf = pdfText(await render(report, { verifyUrl: "https://presse.example.com/pruefen" }));
    return {
      page: said.filter((line) => html.includes(`<li>${line.replace(". ", ".: ")}</li>`)).length,
      pdf: said.filter((line) => pdf.replaceAll(/\s/g, "").includes(line.replaceAll(" ", ""))).length,
      squares: html.match(/<g class="marks">.*?<\/g>/s)?.[0].match(/<line/g)?.length ?? 0,
    };
  };

  test("is listed below the chart, which marks the days that it has", async () => {
    expect(await listed(reportOf(7, 2))).toEqual({ page: 3, pdf: 3, squares: 1 });
  });

  test("is listed where nobody read anything, too", async () => {
    expect(await listed(reportOf(0, 2))).toEqual({ page: 3, pdf: 3, squares: 0 });
  });

  test("is not in files of before edition 2, which a client has", async () => {
    expect(await listed(reportOf(7))).toEqual({ page: 1, pdf: 1, squares: 1 });
    expect(await listed(reportOf(0))).toEqual({ page: 0, pdf: 0, squares: 0 });
  });
});

test("one day that a chart leaves out is told in the singular, and in the plural in files of before edition 2", () => {
  const left = { firstDay: "2026-10-02", isMovedIn: false, days: 1 };
  const notesOf = (language: "de" | "en", edition?: 2) => {
    const report = sampleMonth({ presentation: { language, layout: 2, ...(edition && { edition }) } });
    return [left, { ...left, isMovedIn: true }, { ...left, days: 2 }].map((each) =>
      leftDaysNote(each, report, wordingOf(report)).replaceAll("\u00a0", " "),
    );
  };
  expect(notesOf("de", 2)).toEqual([
    "Ab der Veröffentlichung am 2. Oktober 2026; der Tag davor ist nicht dargestellt.",
    "Ab der Übernahme am 2. Oktober 2026; der Tag davor ist nicht dargestellt.",
    "Ab der Veröffentlichung am 2. Oktober 2026; die 2 Tage davor sind nicht dargestellt.",
  ]);
  expect(notesOf("en", 2)).toEqual([
    "From publication on 2 October 2026; the day before is not shown.",
    "From the move here on 2 October 2026; the day before is not shown.",
    "From publication on 2 October 2026; the 2 days before are not shown.",
  ]);
  expect(notesOf("de")[0]).toContain("; die 1 Tag davor sind nicht dargestellt.");
});
