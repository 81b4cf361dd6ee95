import { expect, test } from "bun:test";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../../../service/features/reporting/exports/render-pdf.ts";
import { pdfText } from "../../../support/pdf-tools.ts";
import { sampleReport } from "../../../support/sample-report.ts";

const render = createPdfRenderer({ fonts: await readReportFonts() });

test("says in German what has no name of its own: visits without a source, and sums of what got no line", async () => {
  const report = sampleReport({ insights: 0 });
  const figures = { views: 7, visitors: 6 };
  report.performance.referrers = [
    // The best five stand on the first page; the table has what comes after them.
    ...["eins.de", "zwei.de", "drei.de", "vier.de", "fuenf.de", "sechs.de"].map((domain) => ({
      ...{ source: domain, domain, channel: "referral" as const, views: 9, visitors: 8 },
    })),
    { source: "direct", domain: null, channel: "direct", ...figures },
    { source: "other", domain: null, channel: "other", ...figures },
    { source: "direct", domain: null, channel: "newsletter", ...figures },
  ];
  report.performance.campaigns = [{ campaign: "other", source: "other", medium: "other", views: 5 }];
  report.performance.interactions = [
    { kind: "share", count: 4, uniqueVisitors: 3, targets: [{ label: "other", url: null, count: 4 }] },
  ];
  const text = pdfText(await render(report));
  // In half a page's width its name takes two lines.
  expect(text).toMatch(/Ohne Direkt 7 6 .{0,40}Herkunftsangabe/);
  expect(text).toContain("Weitere Quellen Sonstige 7 6");
  expect(text).toContain("direct Newsletter 7 6");
  expect(text).toContain("Weitere Kampagnen – – 5");
  expect(text).toContain("Weitere Ziele 4");
});
