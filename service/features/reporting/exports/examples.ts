import { exampleReportId } from "../reports/examples.ts";
import type { CreatedExport, ExportRequest, ExportState } from "./schema.ts";

export const exampleJobId = "019aa0f4-5e77-7b10-a3c4-9d2e1f0a8b76";
const statusUrl = `https://reporting.example/api/reporting/v1/exports/${exampleJobId}`;
export const exampleIdempotencyKey = "monatsbericht-42-2026-11";

export const exportRequestExample: ExportRequest = {
  scopeType: "article",
  scopeId: 42,
  days: 30,
  format: "pdf",
};
export const exportQueuedExample: CreatedExport = { id: exampleJobId, status: "queued", statusUrl };
export const exportExistingExample: CreatedExport = { id: exampleJobId, status: "existing", statusUrl };

/** The first lines of a CSV file: every figure is a row with its origin. */
export const csvExample = [
  "section,date,metric,dimension,value,unit,origin",
  `report,,id,,${exampleReportId},uuid,`,
  "summary,,views,,120,views,measured",
  "summary,,uniqueVisitors,sum-of-daily-uniques,96,visitors,measured",
  "",
].join("\r\n");

export const exportStateExample: ExportState = {
  job: {
    id: exampleJobId,
    format: "pdf",
    scopeType: "article",
    scopeId: "42",
    status: "completed",
    reportId: exampleReportId,
    error: null,
    expiresAt: "2026-12-20T13:05:11.000Z",
    createdAt: "2026-11-20T13:05:08.000Z",
    completedAt: "2026-11-20T13:05:11.000Z",
  },
  downloadUrl: `${statusUrl}/download`,
};
