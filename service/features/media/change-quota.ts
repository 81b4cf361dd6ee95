import { ServiceError } from "../../errors.ts";
import { isForeignKeyViolation } from "../../floor/db/is-foreign-key-violation.ts";
import type { Sql } from "../../floor/db/open.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { findQuota, setQuota } from "./blob-sql.ts";

/** Sets how many bytes an agency may store. Throws `not_found` for an unknown agency. */
export async function changeQuota(
  sql: Sql,
  agencyId: number,
  { bytesMax, actor }: { bytesMax: number; actor: AuditActor },
): Promise<void> {
  await sql.begin(async (transaction) => {
    const before = await findQuota(transaction, agencyId);
    await setQuota(transaction, agencyId, bytesMax).catch((error: unknown) => {
      if (!isForeignKeyViolation(error)) throw error;
      throw new ServiceError("not_found", `There is no agency ${agencyId}.`, { cause: error });
    });
    await insertAudit(transaction, agencyId, {
      actor,
      action: "asset.limit_changed",
      subject: { type: "agency", id: String(agencyId) },
      details: { before: before?.bytesMax ?? null, after: bytesMax },
    });
  });
}
