import type { Queryable } from "../../../floor/db/open.ts";
import type { WebhookEventType } from "../../events/event-schema.ts";

/** Both secrets sign for this long: a day is enough to bring the new one into a receiver. */
const rotationHours = 24;

export type WebhookState = {
  endpointUrl: string;
  endpointHash: Uint8Array;
  events: WebhookEventType[];
  isPaused: boolean;
  isDisabled: boolean;
  /** By somebody, and not because it was gone or failed. */
  isEnded: boolean;
};

/** An endpoint as it is, held until the transaction ends; null when the agency has none of this id. */
export async function holdWebhook(
  transaction: Queryable,
  agencyId: number,
  webhookId: string,
): Promise<WebhookState | null> {
  const [row] = await transaction<WebhookState[]>`
    select
      endpoint_url as "endpointUrl",
      endpoint_hash as "endpointHash",
      events,
      paused_at is not null as "isPaused",
      disabled_at is not null as "isDisabled",
      coalesce(disabled_reason = 'requested', false) as "isEnded"
    from webhook
    where agency_id = ${agencyId}
      and id = ${webhookId}
    for no key update
  `;
  return row ?? null;
}

export async function setPaused(transaction: Queryable, agencyId: number, webhookId: string): Promise<void> {
  await transaction`
    update webhook
    set paused_at = now()
    where agency_id = ${agencyId}
      and id = ${webhookId}
  `;
}

/** Lets an endpoint go on with a clean record, whatever stopped it, and makes what was held due now. */
export async function setActive(transaction: Queryable, agencyId: number, webhookId: string): Promise<void> {
  await transaction`
    update webhook
    set
      paused_at = null,
      disabled_at = null,
      disabled_reason = null,
      consecutive_failures = 0,
      failing_since = null
    where agency_id = ${agencyId}
      and id = ${webhookId}
  `;
  await transaction`
    update webhook_queue
    set
      held_at = null,
      next_attempt_at = statement_timestamp()
    where agency_id = ${agencyId}
      and webhook_id = ${webhookId}
      and held_at is not null
  `;
}

export async function setEvents(
  transaction: Queryable,
  agencyId: number,
  input: { webhookId: string; events: readonly WebhookEventType[] },
): Promise<void> {
  await transaction`
    update webhook
    set events = ${[...input.events]}::text[]
    where agency_id = ${agencyId}
      and id = ${input.webhookId}
  `;
}

/**
 * Puts a new secret in the place of the present one, which goes on signing for a day. Returns until when. The rotation that is under
 * way, repeated, replaces only the secret that it brought.
 */
export async function replaceSecret(
  transaction: Queryable,
  agencyId: number,
  input: { webhookId: string; secretEncrypted: Uint8Array; rotationKey: string },
): Promise<Date> {
  const isRepeated = transaction`rotation_key = ${input.rotationKey} and old_secret_ends_at > now()`;
  const [row] = await transaction<{ endsAt: Date }[]>`
    -- In a part of its own, because a cluster takes no clock inside a case that is written.
    with old as materialized (
      select
        case when ${isRepeated} then old_secret_encrypted else secret_encrypted end as secret_encrypted,
        case when ${isRepeated} then old_secret_ends_at else now() + ${rotationHours} * interval '1 hour' end as ends_at
      from webhook
      where agency_id = ${agencyId}
        and id = ${input.webhookId}
    )
    update webhook
    set
      old_secret_encrypted = old.secret_encrypted,
      old_secret_ends_at = old.ends_at,
      secret_encrypted = ${input.secretEncrypted},
      rotation_key = ${input.rotationKey}
    from old
    where webhook.agency_id = ${agencyId}
      and webhook.id = ${input.webhookId}
    returning webhook.old_secret_ends_at as "endsAt"
  `;
  if (row === undefined) throw new Error("The webhook that the transaction holds is not there.");
  return row.endsAt;
}

/** Until when the secret before the present one signs too; null outside a rotation. */
export async function findRotationEnd(
  sql: Queryable,
  agencyId: number,
  webhookId: string,
): Promise<Date | null> {
  const [row] = await sql<{ endsAt: Date }[]>`
    select old_secret_ends_at as "endsAt"
    from webhook
    where agency_id = ${agencyId}
      and id = ${webhookId}
      and old_secret_ends_at > now()
  `;
  return row?.endsAt ?? null;
}

/** Destroys the secrets whose day is over, of all agencies; returns how many. */
export async function deleteOldSecrets(sql: Queryable): Promise<number> {
  const ended = await sql`
    update webhook
    set
      old_secret_encrypted = null,
      old_secret_ends_at = null
    where old_secret_ends_at <= now()
  `;
  return ended.count;
}
