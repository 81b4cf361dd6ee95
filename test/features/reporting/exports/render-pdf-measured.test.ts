import { expect, test } from "bun:test";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../../../service/features/reporting/exports/render-pdf.ts";
import { processorMsOf } from "../../../support/processor-time.ts";
import { sampleReport } from "../../../support/sample-report.ts";

test("the PDF of a year of 200 releases is made fast and in little memory", async () => {
  const render = createPdfRenderer({ fonts: await readReportFonts() });
  const report = sampleReport({ scopeType: "portfolio", days: 365, releases: 200, insights: 0 });
  await render(report);
  const bytesBefore = process.memoryUsage().rss;
  expect(await processorMsOf(() => render(report))).toBeLessThan(2_000);
  expect(process.memoryUsage().rss - bytesBefore).toBeLessThan(100 * 1_048_576);
});
