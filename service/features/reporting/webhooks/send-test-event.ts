import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { announceWork } from "../../../floor/queues/announce-work.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { deliveryQueue } from "../../events/delivery-queue.ts";
import { createMessage } from "../../events/enqueue-event.ts";
import type { NewMessage } from "../../events/sql.ts";
import { held, readEvents } from "./change-webhook.ts";
import { newEventExample } from "./examples.ts";
import { messageName } from "./rules.ts";

/**
 * Sends an example of an event to one endpoint alone, whatever it listens to. The payload has `"test": true` and the request the
 * header `webhook-test: true`. Wake the delivery loop afterwards. The same `messageId` again sends nothing more. Throws
 * `not_found`, and `validation_error` for an unknown event and for an endpoint that is paused or disabled.
 */
export async function sendTestEvent(
  sql: Sql,
  agencyId: number,
  input: { webhookId: string; eventType: string; messageId?: string },
  actor: AuditActor,
): Promise<{ messageId: string; name: string }> {
  const [eventType] = readEvents([input.eventType]);
  if (eventType === undefined) throw new Error("A list of one event was read as none.");
  const { webhookId, messageId = uuidv7() } = input;
  const message = { ...createMessage(agencyId, newEventExample(eventType), { isTest: true }), id: messageId };
  await sql.begin(async (transaction) => {
    const state = await held(transaction, agencyId, webhookId);
    if (state.isPaused || state.isDisabled)
      throw new ServiceError("validation_error", "The webhook is paused or disabled. Resume it first.");
    if (!(await insertTest(transaction, agencyId, { webhookId, message }))) return;
    await insertAudit(transaction, agencyId, {
      actor,
      action: "webhook.tested",
      subject: { type: "webhook", id: webhookId },
      details: { eventType, messageId: messageName(messageId) },
    });
  });
  return { messageId, name: messageName(messageId) };
}

/** False for a message that was sent before. */
async function insertTest(
  transaction: Queryable,
  agencyId: number,
  { webhookId, message }: { webhookId: string; message: NewMessage },
): Promise<boolean> {
  const inserted = await transaction`
    insert into webhook_message (agency_id, id, event_type, payload, is_test)
    values (${agencyId}, ${message.id}, ${message.eventType}, ${message.payload}, true)
    on conflict do nothing
  `;
  if (inserted.count === 0) return false;
  await transaction`
    insert into webhook_queue (agency_id, webhook_id, message_id)
    values (${agencyId}, ${webhookId}, ${message.id})
  `;
  await announceWork(transaction, {
    queue: deliveryQueue,
    agencyId,
    dueAt: transaction`statement_timestamp()`,
  });
  return true;
}
