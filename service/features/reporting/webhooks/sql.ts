import { ServiceError } from "../../../errors.ts";
import { rowsWithin } from "../../../floor/db/keyset-list.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { lockAgency } from "../../agencies/sql.ts";
import type { WebhookEventType } from "../../events/event-schema.ts";
import { outcomeColumns } from "./deliveries-sql.ts";
import { messageName } from "./rules.ts";
import {
  activeWebhooksMax,
  listedAttemptsMax,
  listedWebhooksMax,
  type Webhook,
  type WebhookDelivery,
} from "./schema.ts";

/** Of the addresses alone: with 1,000 of the shortest the rest of them comes to half a megabyte. */
const listedWebhooksBytesMax = 512 * 1024;

export type NewWebhook = {
  id: string;
  endpointUrl: string;
  endpointHash: Uint8Array;
  events: readonly WebhookEventType[];
  secretEncrypted: Uint8Array;
};

export type InsertWebhookOutcome = "inserted" | "already_registered" | "limit_reached" | "id_taken";

/** A form sent twice registers once: the later answer has the secret that holds. Nobody has waited for the first one longer. */
const repeatedMinutesMax = 10;

/**
 * Registers an endpoint unless its target is registered and active, or the agency has all it may have. One that has just been
 * registered under the same id gets the new secret and, after the browser's way back, other events. Exact under any concurrency:
 * registrations of one agency take turns. Throws `not_found` for an agency that is none.
 */
export async function insertWebhook(
  transaction: Queryable,
  agencyId: number,
  input: NewWebhook,
): Promise<InsertWebhookOutcome> {
  if (!(await lockAgency(transaction, agencyId)))
    throw new ServiceError("not_found", `There is no agency ${agencyId}.`);
  const repeated = await transaction`
    update webhook
    set secret_encrypted = ${input.secretEncrypted}, events = ${[...input.events]}::text[]
    where agency_id = ${agencyId}
      and id = ${input.id}
      and endpoint_hash = ${input.endpointHash}
      and created_at > now() - ${repeatedMinutesMax} * interval '1 minute'
      and disabled_at is null
      and paused_at is null
    returning id
  `;
  if (repeated.length > 0) return "inserted";
  const room = await roomFor(transaction, agencyId, input.endpointHash);
  if (room !== "free") return room;
  const taken = await transaction`select from webhook where agency_id = ${agencyId} and id = ${input.id}`;
  if (taken.length > 0) return "id_taken";
  await transaction`
    insert into webhook (agency_id, id, endpoint_url, endpoint_hash, events, secret_encrypted)
    values (
      ${agencyId}, ${input.id}, ${input.endpointUrl}, ${input.endpointHash}, ${[...input.events]}::text[],
      ${input.secretEncrypted}
    )
  `;
  return "inserted";
}

/** Whether the agency may have one more active endpoint, for this target; behind `lockAgency`. */
export async function roomFor(
  transaction: Queryable,
  agencyId: number,
  endpointHash: Uint8Array,
): Promise<"free" | "already_registered" | "limit_reached"> {
  const [row] = await transaction<{ active: number; isKnown: boolean }[]>`
    select
      count(*)::int as active,
      coalesce(bool_or(endpoint_hash = ${endpointHash}), false) as "isKnown"
    from webhook
    where agency_id = ${agencyId}
      and disabled_at is null
  `;
  if (row?.isKnown === true) return "already_registered";
  return (row?.active ?? 0) < activeWebhooksMax ? "free" : "limit_reached";
}

/**
 * Turns an endpoint inactive by request; one that is so already keeps its moment. Whoever ends one that turned off by itself has seen it.
 * False when the agency has none of this id.
 */
export async function disableWebhook(sql: Queryable, agencyId: number, webhookId: string): Promise<boolean> {
  const rows = await sql`
    update webhook
    set
      disabled_at = least(disabled_at, now()),
      disabled_reason = 'requested'
    where agency_id = ${agencyId}
      and id = ${webhookId}
    returning id
  `;
  return rows.length === 1;
}

/** Whether an endpoint gets messages, and why it does not. */
export function stateColumns(sql: Queryable) {
  return sql`
    disabled_at is null and paused_at is null as active,
    case when disabled_at is null and paused_at is not null then 'paused' else disabled_reason end as "disabledReason"
  `;
}

/** Endpoints of the agency, newest first: all active ones, and the latest of the others. The secret is not among the columns. */
export async function listWebhooks(sql: Queryable, agencyId: number): Promise<Webhook[]> {
  const order = sql`disabled_at is not null, created_at desc, id desc`;
  const listed = sql`
    select
      id, endpoint_url, events, disabled_at, disabled_reason, paused_at, created_at, last_delivery_at,
      consecutive_failures,
      octet_length(endpoint_url) as bytes
    from webhook
    where agency_id = ${agencyId}
    order by ${order}
    limit ${listedWebhooksMax}
  `;
  const columns = sql`
    id,
    endpoint_url as "endpointUrl",
    events,
    ${stateColumns(sql)},
    created_at as "createdAt",
    coalesce(disabled_at, paused_at) as "disabledAt",
    last_delivery_at as "lastDeliveryAt",
    consecutive_failures as "consecutiveFailures"
  `;
  const rows = await sql<WebhookRow[]>`
    select *
    from (${rowsWithin(sql, { columns, listed, order, bytesMax: listedWebhooksBytesMax })}) as shown
    order by "createdAt" desc, id desc
  `;
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    disabledAt: row.disabledAt?.toISOString() ?? null,
    lastDeliveryAt: row.lastDeliveryAt?.toISOString() ?? null,
  }));
}

/** The agency's latest attempts, newest first. */
export async function listAttempts(sql: Queryable, agencyId: number): Promise<WebhookDelivery[]> {
  const rows = await sql<AttemptRow[]>`
    select
      attempt.id,
      attempt.webhook_id as "webhookId",
      attempt.message_id as "messageId",
      attempt.event_type as "eventType",
      ${outcomeColumns(sql)}
    from webhook_attempt as attempt
    left join webhook on webhook.agency_id = attempt.agency_id and webhook.id = attempt.webhook_id
    where attempt.agency_id = ${agencyId}
    order by attempt.id desc
    limit ${listedAttemptsMax}
  `;
  return rows.map((row) => ({
    ...row,
    messageId: messageName(row.messageId),
    attemptedAt: row.attemptedAt.toISOString(),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  }));
}

type WebhookRow = Omit<Webhook, "createdAt" | "disabledAt" | "lastDeliveryAt"> & {
  createdAt: Date;
  disabledAt: Date | null;
  lastDeliveryAt: Date | null;
};

type AttemptRow = Omit<WebhookDelivery, "attemptedAt" | "nextAttemptAt"> & {
  attemptedAt: Date;
  nextAttemptAt: Date | null;
};
