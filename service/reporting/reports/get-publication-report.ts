import type { Queryable } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { thawReport } from "./rules.ts";
import type { PublicationReport } from "./schema.ts";
import { findReport } from "./sql.ts";

/** A frozen report of the agency, as it was issued. Throws `not_found`. */
export async function getPublicationReport(
  sql: Queryable,
  agencyId: number,
  reportId: string,
): Promise<PublicationReport> {
  const stored = await findReport(sql, agencyId, reportId);
  if (stored === null) throw new ServiceError("not_found", `The agency has no report ${reportId}.`);
  return thawReport(stored);
}
