import type { Queryable } from "../../../floor/db/open.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { getPublicationReport } from "./get-publication-report.ts";
import type { PublicationReport } from "./schema.ts";
import { findChainHash } from "./sql.ts";

export type CheckedReport = {
  report: PublicationReport;
  /** Whether the report before it is the one that it was chained to; null where there is none to compare with. */
  fitsPredecessor: boolean | null;
};

/** A report whose content, hash and signature fit, and how it stands to the one before it. Throws as `getPublicationReport` does. */
export async function checkReport(
  sql: Queryable,
  agencyId: number,
  input: { reportId: string; seal: ReportSeal },
): Promise<CheckedReport> {
  const report = await getPublicationReport(sql, agencyId, input);
  const { integrity } = report;
  if (!("version" in integrity) || integrity.previousChainHash === null)
    return { report, fitsPredecessor: null };
  const before = await findChainHash(sql, agencyId, integrity.number - 1);
  // Reports of before version 2 stand behind a signed anchor, not behind a chain hash of their own.
  return { report, fitsPredecessor: before === null ? null : before === integrity.previousChainHash };
}
