import type { Call } from "./create-call.ts";
import { pathPart } from "./path-part.ts";
import type { PublicationReport } from "./types/publication-report.ts";
import type { CallOptions, Result } from "./types/result.ts";

export type ReportOperations = {
  /**
   * A frozen report.
   *
   * @example
   * ```ts
   * const { data } = await client.reports.getPublicationReport(reportId);
   * const { isValid } = await verifyReport(data.report);
   * ```
   */
  getPublicationReport(
    reportId: string,
    options?: CallOptions,
  ): Promise<Result<{ report: PublicationReport }>>;
};

export function reportOperations(call: Call): ReportOperations {
  return {
    async getPublicationReport(reportId, options) {
      return call.json(
        {
          operation: "getPublicationReport",
          method: "GET",
          path: `/api/reporting/v1/reports/${pathPart(reportId)}`,
          isRepeatable: true,
        },
        options,
      );
    },
  };
}
