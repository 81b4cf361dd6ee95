import type { JSONValue } from "postgres";
import { fieldReason, ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { announceWork } from "../../../floor/queues/announce-work.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { refuseChangedSince, stampOf } from "../../../floor/web/seen-stamp.ts";
import { lockAgency } from "../../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { deliveryQueue } from "../../events/delivery-queue.ts";
import { type WebhookEventType, webhookEventTypes } from "../../events/event-schema.ts";
import {
  holdWebhook,
  replaceSecret,
  setActive,
  setEvents,
  setPaused,
  type WebhookState,
} from "./change-sql.ts";
import { lockTurn } from "./claim-sql.ts";
import { refuseOutcome } from "./create-webhook.ts";
import { createSigningSecret, signingSecretPurpose } from "./rules.ts";
import { disableWebhook, roomFor } from "./sql.ts";

/** Stops deliveries to an endpoint; its events wait, up to 14 days. Throws `not_found`, and `validation_error` for a disabled one. */
export async function pauseWebhook(
  sql: Sql,
  agencyId: number,
  webhookId: string,
  actor: AuditActor,
): Promise<void> {
  await sql.begin(async (transaction) => {
    const before = await held(transaction, agencyId, webhookId);
    if (before.isDisabled) throw new ServiceError("validation_error", "The webhook is disabled already.");
    if (before.isPaused) return;
    await setPaused(transaction, agencyId, webhookId);
    await note(transaction, agencyId, { actor, action: "webhook.paused", webhookId });
  });
}

/**
 * Lets a paused or disabled endpoint go on; what waited during a pause is sent. Wake the delivery loop afterwards. Throws
 * `not_found`, and for a disabled one `endpoint_already_registered` and `webhook_limit_reached`.
 */
export async function resumeWebhook(
  sql: Sql,
  agencyId: number,
  webhookId: string,
  actor: AuditActor,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await lockAgency(transaction, agencyId);
    // No claim holds messages meanwhile: they would wait on for an endpoint that goes on.
    await lockTurn(transaction, agencyId);
    const before = await held(transaction, agencyId, webhookId);
    if (!before.isPaused && !before.isDisabled) return;
    if (before.isDisabled) refuseOutcome(await roomFor(transaction, agencyId, before.endpointHash));
    await setActive(transaction, agencyId, webhookId);
    await announceWork(transaction, {
      queue: deliveryQueue,
      agencyId,
      dueAt: transaction`statement_timestamp()`,
    });
    const details = { from: before.isDisabled ? "disabled" : "paused" };
    await note(transaction, agencyId, { actor, action: "webhook.resumed", webhookId, details });
  });
}

/**
 * Ends the deliveries to an endpoint, also of one that turned off by itself, which is no fault then any more; of one that was ended
 * nothing changes. Throws `not_found`.
 */
export async function endWebhook(
  sql: Sql,
  agencyId: number,
  webhookId: string,
  actor: AuditActor,
): Promise<void> {
  await sql.begin(async (transaction) => {
    const before = await held(transaction, agencyId, webhookId);
    if (before.isEnded) return;
    await disableWebhook(transaction, agencyId, webhookId);
    await note(transaction, agencyId, { actor, action: "webhook.disabled", webhookId });
  });
}

/**
 * Makes an endpoint listen to these events from now on. Throws `not_found`, `validation_error`, and `version_conflict` where somebody has
 * chosen others since `seenStamp` (`eventsStamp`).
 */
export async function changeWebhookEvents(
  sql: Sql,
  agencyId: number,
  input: { webhookId: string; events: readonly string[]; seenStamp?: string | undefined },
  actor: AuditActor,
): Promise<void> {
  const events = readEvents(input.events);
  await sql.begin(async (transaction) => {
    const before = await held(transaction, agencyId, input.webhookId);
    const { seenStamp } = input;
    refuseChangedSince(seenOf(before.events), { wanted: seenOf(events), seenStamp, untold: ["events"] });
    await setEvents(transaction, agencyId, { webhookId: input.webhookId, events });
    const details = { before: before.events, after: events };
    const { webhookId } = input;
    await note(transaction, agencyId, { actor, action: "webhook.events_changed", webhookId, details });
  });
}

/** Of the events of an endpoint, for `changeWebhookEvents`. */
export const eventsStamp = (events: readonly string[]): string => stampOf(seenOf(events));

const seenOf = (events: readonly string[]) => ({ events: events.toSorted() });

/**
 * Makes a new signing secret, which only this return value ever holds in the clear. For 24 hours the one before it signs too; one
 * that is older still ends at once. The same `rotationKey` again within these hours rotates once, and its later answer holds. Throws
 * `not_found`.
 */
export async function rotateSecret(
  sql: Sql,
  agencyId: number,
  input: { webhookId: string; rotationKey: string },
  deps: { secrets: SecretCipher; actor: AuditActor },
): Promise<{ webhookId: string; signingSecret: string; oldSecretEndsAt: string }> {
  const { webhookId, rotationKey } = input;
  const signingSecret = createSigningSecret();
  const secretEncrypted = deps.secrets.encrypt(signingSecret, signingSecretPurpose(agencyId, webhookId));
  const endsAt = await sql.begin(async (transaction) => {
    await held(transaction, agencyId, webhookId);
    const ends = await replaceSecret(transaction, agencyId, { webhookId, secretEncrypted, rotationKey });
    const details = { oldSecretEndsAt: ends.toISOString() };
    await note(transaction, agencyId, {
      actor: deps.actor,
      action: "webhook.secret_rotated",
      webhookId,
      details,
    });
    return ends;
  });
  return { webhookId, signingSecret, oldSecretEndsAt: endsAt.toISOString() };
}

/** The names of events, each once. Throws `validation_error` for none and for unknown ones. */
export function readEvents(names: readonly string[]): WebhookEventType[] {
  const events = webhookEventTypes.filter((type) => names.includes(type));
  if (events.length > 0 && names.every((name) => events.some((event) => event === name))) return events;
  const sentence = `Choose at least one of: ${webhookEventTypes.join(", ")}.`;
  throw new ServiceError("validation_error", `events: ${sentence}`, fieldReason("events", sentence));
}

/** Throws `not_found` for an endpoint that the agency has not. */
export async function held(
  transaction: Queryable,
  agencyId: number,
  webhookId: string,
): Promise<WebhookState> {
  const state = await holdWebhook(transaction, agencyId, webhookId);
  if (state === null) throw new ServiceError("not_found", "The agency has no such webhook.");
  return state;
}

async function note(
  transaction: Queryable,
  agencyId: number,
  act: { actor: AuditActor; action: string; webhookId: string; details?: Record<string, JSONValue> },
): Promise<void> {
  const { actor, action, webhookId, details = {} } = act;
  await insertAudit(transaction, agencyId, {
    actor,
    action,
    subject: { type: "webhook", id: webhookId },
    details,
  });
}
