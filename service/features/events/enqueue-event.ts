import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../../floor/db/open.ts";
import { positiveIntegerIn } from "../../schema.ts";
import type { NewWebhookEvent } from "./event-schema.ts";
import { enqueueMessages, type NewMessage } from "./sql.ts";

/** Name of the loop that sends what is enqueued here; wake it after the commit, or leave it to its next tick. */
export const deliveryLoopName = "webhook-delivery";

/** What a receiver can be expected to take; larger things are links in the event. */
export const payloadBytesMax = 20 * 1_024;

/**
 * Puts an event, or several, into the queue of every active endpoint of the agency that listens to it, in one statement; call it inside
 * the transaction of the change. Returns for how many endpoints the event was enqueued.
 * Throws a RangeError for a payload over 20 KB: whoever makes the event bounds its texts.
 */
export async function enqueueEvent(
  sql: Queryable,
  agencyId: number,
  event: NewWebhookEvent | readonly NewWebhookEvent[],
): Promise<number> {
  const messages = [event].flat().map((each) => createMessage(agencyId, each));
  return await enqueueMessages(sql, agencyId, messages);
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
  return "scopeType" in data && data.scopeType === "article" ? positiveIntegerIn(data.scopeId) : null;
}
