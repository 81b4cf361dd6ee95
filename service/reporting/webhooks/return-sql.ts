import type { Queryable } from "../../db/open.ts";
import type { ClaimedMessage } from "./claim-sql.ts";

/** Gives messages back whose requests never went out: they are ready as before their claim, and no attempt counts. */
export async function returnMessages(sql: Queryable, messages: readonly ClaimedMessage[]): Promise<void> {
  await sql`
    with returned as (
      update webhook_queue as queued
      set
        is_ready = true,
        attempts = queued.attempts - 1,
        lease_token = null
      from unnest(
        ${messages.map(({ agencyId }) => agencyId)}::integer[],
        ${messages.map(({ webhookId }) => webhookId)}::uuid[],
        ${messages.map(({ messageId }) => messageId)}::uuid[],
        ${messages.map(({ attemptId }) => attemptId)}::uuid[]
      ) as claimed (agency_id, webhook_id, message_id, attempt_id)
      where queued.agency_id = claimed.agency_id
        and queued.webhook_id = claimed.webhook_id
        and queued.message_id = claimed.message_id
        and queued.lease_token = claimed.attempt_id
      returning claimed.agency_id, claimed.attempt_id
    )
    delete from webhook_attempt as attempt
    using returned
    where attempt.agency_id = returned.agency_id
      and attempt.id = returned.attempt_id
      and attempt.status = 'sending'
  `;
}
