import type { Queryable } from "../../../floor/db/open.ts";
import { writeWork } from "../../../floor/queues/announce-work.ts";
import { deliveryQueue } from "../../events/delivery-queue.ts";
import type { Endpoint } from "./claim-sql.ts";
import type { AttemptError } from "./schema.ts";

/** An endpoint that did nothing but fail for this long turns inactive. */
const failingDaysMax = 5;

export type FinishedAttempt = Endpoint & {
  messageId: string;
  attemptId: string;
  isTest: boolean;
  status: "delivered" | "failed" | "unknown";
  responseStatus: number | null;
  durationMs: number | null;
  error: AttemptError | null;
  remoteAddress: string | null;
  /** The beginning of what the receiver answered. */
  answer: string | null;
  /** Milliseconds until the next attempt; null when there is none. */
  retryMs: number | null;
};

/** What a batch of attempts says of one endpoint. */
export type EndpointHealth = Endpoint & {
  isDelivered: boolean;
  /** Failures after the last success of the batch. */
  failures: number;
  /** A message had its last attempt in vain. */
  isGivenUp: boolean;
  /** The endpoint answered 410, which means that it wants no further messages. */
  isGone: boolean;
};

/**
 * Writes how attempts of an agency ended, any number in one statement: delivered and given-up messages leave the queue, others wait
 * for their next turn. An attempt that lost its lease meanwhile changes nothing: it is `unknown`, and another is under way.
 */
export async function finishAttempts(
  sql: Queryable,
  agencyId: number,
  attempts: readonly FinishedAttempt[],
): Promise<void> {
  await writeWork(
    sql,
    { queue: deliveryQueue, agencyId },
    (transaction) => transaction<{ dueAt: Date | null }[]>`
    with result as (
      select
        "webhookId" as webhook_id, "messageId" as message_id, "attemptId" as attempt_id, status,
        "responseStatus" as response_status, "durationMs" as duration_ms, error, "remoteAddress" as remote_address, answer,
        statement_timestamp() + "retryMs" * interval '1 millisecond' as next_attempt_at
      from jsonb_to_recordset(${transaction.json(attempts.map((attempt) => ({ ...attempt })))}) as result (
        "webhookId" uuid, "messageId" uuid, "attemptId" uuid, status text, "responseStatus" smallint, "durationMs" integer,
        error text, "remoteAddress" text, answer text, "retryMs" double precision
      )
    ),
    -- Rows are found by ctid: with the statistics of an empty queue, a join by key would scan the whole primary key.
    settled as (
      select queued.row_id, result.attempt_id, result.next_attempt_at
      from result
      cross join lateral (
        select ctid as row_id
        from webhook_queue
        where agency_id = ${agencyId}
          and webhook_id = result.webhook_id
          and message_id = result.message_id
        offset 0
      ) as queued
    ),
    removed as (
      delete from webhook_queue as queued
      using settled
      where settled.next_attempt_at is null
        and queued.agency_id = ${agencyId}
        and queued.ctid = settled.row_id
        and queued.lease_token = settled.attempt_id
    ),
    rescheduled as (
      update webhook_queue as queued
      set
        lease_token = null,
        next_attempt_at = settled.next_attempt_at
      from settled
      where settled.next_attempt_at is not null
        and queued.agency_id = ${agencyId}
        and queued.ctid = settled.row_id
        and queued.lease_token = settled.attempt_id
      returning queued.next_attempt_at
    ),
    noted as (
      update webhook_attempt as attempt
      set
        status = result.status,
        response_status = result.response_status,
        duration_ms = result.duration_ms,
        error = result.error,
        remote_address = result.remote_address,
        answer = result.answer,
        next_attempt_at = result.next_attempt_at
      from result
      where attempt.agency_id = ${agencyId}
        and attempt.id = result.attempt_id
        and attempt.status = 'sending'
    )
    select min(next_attempt_at) as "dueAt"
    from rescheduled
  `,
  );
}

/** Counts the failures of an agency's endpoints, and turns those inactive that are gone or fail for days. Returns the latter. */
export async function updateEndpointHealth(
  sql: Queryable,
  agencyId: number,
  health: readonly EndpointHealth[],
): Promise<(Endpoint & { reason: string })[]> {
  return await sql<(Endpoint & { reason: string })[]>`
    with seen as (
      select
        "webhookId" as webhook_id, "isDelivered" as is_delivered, failures, "isGivenUp" as is_given_up, "isGone" as is_gone
      from jsonb_to_recordset(${sql.json(health.map((each) => ({ ...each })))}) as seen (
        "webhookId" uuid, "isDelivered" boolean, failures integer, "isGivenUp" boolean, "isGone" boolean
      )
    ),
    endpoint_health as materialized (
      select
        seen.webhook_id,
        case
          when webhook.disabled_at is not null then null
          when seen.is_gone then 'gone'
          -- Where events are rare, the last failure was days ago: the next message was denied all attempts but its first.
          when seen.is_given_up
            and not seen.is_delivered
            and webhook.failing_since <= now() - ${failingDaysMax} * interval '1 day' then 'failing'
        end as new_reason,
        case when seen.is_delivered then now() else webhook.last_delivery_at end as last_delivery_at,
        case when seen.is_delivered then 0 else webhook.consecutive_failures end + seen.failures as consecutive_failures,
        case
          when seen.failures = 0 then null
          when seen.is_delivered then now()
          else coalesce(webhook.failing_since, now())
        end as failing_since
      from seen
      join webhook on webhook.agency_id = ${agencyId} and webhook.id = seen.webhook_id
      order by webhook.id
      -- What another process counted meanwhile is read with the lock, and not lost.
      for no key update of webhook
    ),
    -- The clock is read above, because a cluster takes none inside a case that is written.
    updated as (
      update webhook
      set
        last_delivery_at = endpoint_health.last_delivery_at,
        consecutive_failures = endpoint_health.consecutive_failures,
        failing_since = endpoint_health.failing_since
      from endpoint_health
      where webhook.agency_id = ${agencyId}
        and webhook.id = endpoint_health.webhook_id
        and endpoint_health.new_reason is null
    ),
    disabled as (
      update webhook
      set
        last_delivery_at = endpoint_health.last_delivery_at,
        consecutive_failures = endpoint_health.consecutive_failures,
        failing_since = endpoint_health.failing_since,
        disabled_at = now(),
        disabled_reason = endpoint_health.new_reason
      from endpoint_health
      where webhook.agency_id = ${agencyId}
        and webhook.id = endpoint_health.webhook_id
        and endpoint_health.new_reason is not null
    )
    select ${agencyId}::integer as "agencyId", webhook_id as "webhookId", new_reason as reason
    from endpoint_health
    where new_reason is not null
  `;
}
