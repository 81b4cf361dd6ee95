import { columnsOf } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { deliveryQueue } from "./delivery-queue.ts";
import type { WebhookEventType } from "./event-schema.ts";

export type NewMessage = {
  id: string;
  eventType: WebhookEventType;
  payload: string;
  /** The release that it tells of; null where it is of none or of several. */
  releaseId: number | null;
  isTest: boolean;
};

/** Puts messages into the queue of every active endpoint that listens to them, in their order; see `enqueueEvent`. */
export async function enqueueMessages(
  sql: Queryable,
  agencyId: number,
  messages: readonly NewMessage[],
): Promise<number> {
  const { texts, integers } = columnsOf(messages);
  const [row] = await sql<{ queued: number }[]>`
    select coalesce(sum(
      enqueue_message(${agencyId}::integer, id, event_type, payload, release_id, ${deliveryQueue.name})
    ), 0)::integer as queued
    from unnest(
      ${texts(({ id }) => id)}::uuid[],
      ${texts(({ eventType }) => eventType)}::text[],
      ${texts(({ payload }) => payload)}::text[],
      ${integers(({ releaseId }) => releaseId)}::integer[]
    ) as message (id, event_type, payload, release_id)
  `;
  return row?.queued ?? 0;
}
