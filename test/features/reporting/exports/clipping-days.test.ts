import { expect, test } from "bun:test";
import { coverageLines } from "../../../../service/features/reporting/exports/coverage-figures.ts";
import { csvRows } from "../../../../service/features/reporting/exports/csv-rows.ts";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../../../service/features/reporting/exports/render-pdf.ts";
import { wordingOf } from "../../../../service/features/reporting/exports/wording/wording.ts";
import { renderReportPage } from "../../../../service/features/reporting/links/page/render-report-page.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { pdfText } from "../../../support/pdf-tools.ts";
import { sampleMonth } from "../../../support/sample-month.ts";

const verifyUrl = "https://presse.example.com/pruefen";
const render = createPdfRenderer({ fonts: await readReportFonts() });

/** More clippings than the gallery shows, whose day is not that of their time, as after an agency changed its time zone. */
function reportOf(edition?: 2): PublicationReport {
  const report = sampleMonth({ presentation: { language: "de", layout: 2, ...(edition && { edition }) } });
  const { mediaMentions } = report.externalInsights ?? {};
  if (mediaMentions === undefined) throw new Error("The sample has no clippings.");
  const items = Array.from({ length: 5 }, () => mediaMentions.items)
    .flat()
    .map((item) => ({
      ...item,
      ...{ publishedAt: "2027-01-24T10:00:00.000Z", publishedOn: "2027-01-23" },
    }));
  return {
    ...report,
    externalInsights: { ...report.externalInsights, mediaMentions: { ...mediaMentions, items } },
  };
}

const csvDays = (report: PublicationReport) => [
  ...new Set(
    [...csvRows(report, verifyUrl)]
      .filter(([section, , metric]) => section === "mediaMentions" && metric === "mention")
      .map(([, date]) => date),
  ),
];

test("a clipping has one day in gallery, tables, CSV and PDF; files of before edition 2 keep theirs", async () => {
  expect(csvDays(reportOf(2))).toEqual(["2027-01-23"]);
  expect(csvDays(reportOf())).toEqual(["2027-01-24"]);
  const shown = async (report: PublicationReport) => [
    renderReportPage(report, { path: "/b", verifyUrl }).page,
    pdfText(await render(report, { pictures: {}, verifyUrl })),
  ];
  for (const text of await shown(reportOf(2)))
    expect(["23.01.2027", "24.01.2027"].map((day) => text.includes(day))).toEqual([true, false]);
  for (const text of await shown(reportOf())) expect(text.includes("24.01.2027")).toBe(true);
});

test("those that took over most have the day on which they appeared, where the report knows it", () => {
  const report = reportOf(2);
  const { mediaMentions } = report.externalInsights ?? {};
  const [first] = mediaMentions?.mostTaken ?? [];
  if (mediaMentions === undefined || first === undefined) throw new Error("The sample has none.");
  const taken = { ...first, publishedAt: "2026-10-24T10:00:00.000Z" };
  const lineOf = (entry: typeof first) =>
    coverageLines(
      { ...report, externalInsights: { mediaMentions: { ...mediaMentions, mostTaken: [entry] } } },
      wordingOf(report),
    ).at(-1)?.text;
  expect(lineOf(taken)).toContain("24.10.");
  expect(lineOf({ ...taken, publishedOn: "2026-10-23" })).toContain("23.10.");
});
