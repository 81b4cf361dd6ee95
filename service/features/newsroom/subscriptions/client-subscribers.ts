import { ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { AuditActor } from "../../audit/sql.ts";
import { insertAudit } from "../../audit/sql.ts";
import { endSubscriptions } from "./sql.ts";

/**
 * Ends one subscription of a client's newsroom and deletes its address. What the same person gets from other clients stays.
 * Throws `not_found`.
 */
export async function removeClientSubscriber(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; subscriptionId: string },
  actor: AuditActor,
): Promise<void> {
  const { clientId, subscriptionId } = input;
  await sql.begin(async (transaction) => {
    const which = { id: subscriptionId, clientId };
    const ended = await endSubscriptions(transaction, agencyId, { which, reason: "removed" });
    if (ended === 0) throw new ServiceError("not_found", "The client has no such subscription.");
    await insertAudit(transaction, agencyId, {
      actor,
      action: "subscriber.removed",
      subject: { type: "subscriber", id: subscriptionId },
      details: { ended, clientId },
    });
  });
}
