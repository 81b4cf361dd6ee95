import { ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";

/** Stops reading a feed for good and forgets its address; what it brought stays. Throws `not_found`. */
export async function removeProvider(
  sql: Sql,
  agencyId: number,
  { id, actor }: { id: string; actor: AuditActor },
): Promise<void> {
  await sql.begin(async (transaction) => {
    const removed = await transaction`
      update provider_connection
      set state = 'removed', url = 'removed', next_check_at = null, lease_token = null, etag = null, last_modified = null,
        parts = null
      where agency_id = ${agencyId}
        and id = ${id}
        and state <> 'removed'
    `;
    if (removed.count === 0) throw new ServiceError("not_found", `Agency ${agencyId} has no provider ${id}.`);
    await insertAudit(transaction, agencyId, {
      actor,
      action: "feed.removed",
      subject: { type: "provider_connection", id },
    });
  });
}
