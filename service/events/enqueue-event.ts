import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../db/open.ts";
import { announceParts } from "../work/announce-work.ts";
import { deliveryQueue } from "./delivery-queue.ts";
import type { NewWebhookEvent, WebhookEventType } from "./event-schema.ts";

/** Name of the loop that sends what is enqueued here; wake it after the commit, or leave it to its next tick. */
export const deliveryLoopName = "webhook-delivery";

/** What a receiver can be expected to take; larger things are links in the event. */
export const payloadBytesMax = 20 * 1_024;

export type NewMessage = {
  id: string;
  eventType: WebhookEventType;
  payload: string;
  /** The release that it tells of; null where it is of none or of several. */
  releaseId: number | null;
  isTest: boolean;
};

/**
 * Puts an event into the queue of every active endpoint of the agency that listens to it, in one statement; call it inside
 * the transaction of the change. Returns for how many endpoints the event was enqueued.
 * Throws a RangeError for a payload over 20 KB: whoever makes the event bounds its texts.
 */
export async function enqueueEvent(
  sql: Queryable,
  agencyId: number,
  event: NewWebhookEvent,
): Promise<number> {
  const message = createMessage(agencyId, event);
  const [row] = await sql<{ queued: number }[]>`
    with ${enqueueParts(sql, agencyId, message, sql`true`)}
    select count(*)::int as queued
    from queued
  `;
  return row?.queued ?? 0;
}

/** Serialises an event once: these bytes are stored, signed and sent, on every attempt and to every endpoint. */
export function createMessage(
  agencyId: number,
  event: NewWebhookEvent,
  { isTest = false }: { isTest?: boolean } = {},
): NewMessage {
  const payload = JSON.stringify({
    type: event.type,
    timestamp: new Date().toISOString(),
    ...(isTest ? { test: true } : {}),
    data: { ...event.data, agencyId },
  });
  if (Buffer.byteLength(payload) > payloadBytesMax) {
    throw new RangeError(`The event ${event.type} has a payload of more than ${payloadBytesMax} bytes.`);
  }
  return { id: uuidv7(), eventType: event.type, payload, releaseId: releaseOf(event), isTest };
}

function releaseOf({ data }: NewWebhookEvent): number | null {
  if ("pressReleaseId" in data) return data.pressReleaseId;
  const isArticle =
    "scopeType" in data && data.scopeType === "article" && /^[1-9]\d{0,8}$/.test(data.scopeId);
  return isArticle ? Number(data.scopeId) : null;
}

/** A condition that holds while an active endpoint of `agency`, a column of yours, listens to an event; one look into an index. */
export function listens(sql: Queryable, agency: ReturnType<Queryable>, eventType: WebhookEventType) {
  return sql`
    exists (
      select
      from webhook
      where webhook.agency_id = ${agency}
        and webhook.disabled_at is null
        and ${eventType} = any (webhook.events)
    )
  `;
}

/**
 * Parts of a `with` clause (`listening`, `message`, `queued` and those of `announceParts`) that enqueue a message when
 * `condition` holds, for a statement that makes a change and enqueues its event in one round trip. Without a listener nothing
 * is written.
 */
export function enqueueParts(
  sql: Queryable,
  agencyId: number,
  message: NewMessage,
  condition: ReturnType<Queryable>,
) {
  return sql`
    listening as (
      select id
      from webhook
      where agency_id = ${agencyId}
        and disabled_at is null
        and ${message.eventType} = any (events)
        and ${condition}
    ),
    message as (
      insert into webhook_message (agency_id, id, event_type, payload, release_id)
      select
        ${agencyId}::integer, ${message.id}::uuid, ${message.eventType}, ${message.payload},
        ${message.releaseId}::integer
      where exists (select from listening)
    ),
    queued as (
      insert into webhook_queue (agency_id, webhook_id, message_id)
      select ${agencyId}::integer, listening.id, ${message.id}::uuid
      from listening
      returning webhook_id
    ),
    ${announceParts(sql, {
      queue: deliveryQueue,
      agencyId,
      dueAt: sql`(select statement_timestamp() where exists (select from listening))`,
    })}
  `;
}
