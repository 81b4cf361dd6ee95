import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { readSealed } from "./read-sealed.ts";
import type { PublicationReport } from "./schema.ts";
import { findReport } from "./sql.ts";

/** A frozen report of the agency, as it was issued. Throws `not_found`, and `internal_error` for one that was tampered with. */
export async function getPublicationReport(
  sql: Queryable,
  agencyId: number,
  { reportId, seal }: { reportId: string; seal: ReportSeal },
): Promise<PublicationReport> {
  const stored = await findReport(sql, agencyId, reportId);
  if (stored === null) throw new ServiceError("not_found", `The agency has no report ${reportId}.`);
  return await readSealed(sql, seal, stored);
}
