import { ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { AuditActor } from "../../audit/sql.ts";
import { insertAudit } from "../../audit/sql.ts";
import { endSubscriptions } from "./sql.ts";
import { listSubscribers, type Subscriber, type SubscriberContext } from "./subscribers.ts";

/** A page of an export: what is decrypted at once. */
const pageSubscribers = 500;

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

/**
 * The active subscribers of a client, page by page. That somebody took them away is noted before the first address is opened.
 */
export async function exportClientSubscribers(
  sql: Sql,
  agencyId: number,
  { clientId }: { clientId: number },
  { secrets, actor }: SubscriberContext,
): Promise<AsyncGenerator<Subscriber>> {
  await insertAudit(sql, agencyId, {
    actor,
    action: "subscribers.exported",
    subject: { type: "client", id: String(clientId) },
  });
  return pages();

  async function* pages(): AsyncGenerator<Subscriber> {
    let cursor: string | undefined;
    do {
      const input = { clientId, cursor, limit: pageSubscribers, isActiveOnly: true };
      const page = await listSubscribers(sql, agencyId, input, secrets);
      yield* page.subscribers;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
}
