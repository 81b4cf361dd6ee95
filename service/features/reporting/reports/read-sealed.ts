import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { rowFaultOf } from "../integrity/rules.ts";
import { findAnchor, hashOldReports } from "../integrity/sql.ts";
import { isSigned } from "../integrity/verify-chain.ts";
import { thawReport } from "./rules.ts";
import type { PublicationReport } from "./schema.ts";
import type { StoredReport } from "./sql.ts";

/**
 * The report of a stored row that fits its hashes and its signature; one from before version 2 has to fit the signed anchor.
 * Any other is never handed out: raises the alarm and throws `internal_error`.
 */
export async function readSealed(
  sql: Queryable,
  seal: ReportSeal,
  stored: StoredReport,
): Promise<PublicationReport> {
  const { agencyId, id: reportId, number } = stored;
  const ring = await seal.keys(stored.keyId);
  const fault = rowFaultOf(stored, ring) ?? (await anchorFault());
  if (fault === null) return thawReport(stored);
  seal.alarm({ agencyId, reportId, number, fault });
  throw new ServiceError("internal_error", `The report ${reportId} does not fit its hash or signature.`);

  async function anchorFault(): Promise<"anchor_changed" | null> {
    if (stored.chainHash !== null) return null;
    const anchor = await findAnchor(sql, agencyId);
    if (anchor === null || number > anchor.number || !isSigned(agencyId, anchor, ring))
      return "anchor_changed";
    const hash = await hashOldReports(sql, agencyId, anchor.number);
    return hash === anchor.contentHash ? null : "anchor_changed";
  }
}
