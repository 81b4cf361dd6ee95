import type { Queryable } from "../../../floor/db/open.ts";
import type { WebhookEventType } from "../../events/event-schema.ts";
import type { AttemptError, AttemptStatus } from "./schema.ts";

/** Attempts that one page looks at: with a filter that fits few, a page may be short or empty and the next goes on. */
const scannedAttemptsMax = 10_000;
/** Attempts of a message that its page shows: ten of each delivery, to 20 endpoints. */
const messageAttemptsMax = 200;

export type DeliveryFilter = {
  webhookId?: string | undefined;
  eventType?: string | undefined;
  status?: string | undefined;
  releaseId?: number | undefined;
};

export type ListedAttempt = {
  id: string;
  webhookId: string;
  endpointUrl: string | null;
  messageId: string;
  eventType: WebhookEventType;
  releaseId: number | null;
  isReplay: boolean;
  attempt: number;
  status: AttemptStatus;
  responseStatus: number | null;
  durationMs: number | null;
  error: AttemptError | null;
  remoteAddress: string | null;
  attemptedAt: Date;
  nextAttemptAt: Date | null;
};

/** Attempts before `beforeId`, newest first, and the last one that was looked at where the bound ended the search. */
export async function findAttempts(
  sql: Queryable,
  agencyId: number,
  { filter, beforeId, limit }: { filter: DeliveryFilter; beforeId: string; limit: number },
): Promise<{ rows: ListedAttempt[]; searchEndedAt: string | null }> {
  const { webhookId, eventType, status, releaseId } = filter;
  const found = await sql<(ListedAttempt & { searchEndedAt: string | null })[]>`
    with scanned as materialized (
      select
        id, webhook_id, message_id, event_type, release_id, replay_id, attempt, status, response_status, duration_ms,
        error, remote_address, attempted_at, next_attempt_at
      from webhook_attempt
      where agency_id = ${agencyId}
        and id < ${beforeId}
      order by id desc
      limit ${scannedAttemptsMax}
    ),
    fitting as (
      select *
      from scanned
      where true
        ${webhookId === undefined ? sql`` : sql`and webhook_id = ${webhookId}`}
        ${eventType === undefined ? sql`` : sql`and event_type = ${eventType}`}
        ${status === undefined ? sql`` : sql`and status = ${status}`}
        ${releaseId === undefined ? sql`` : sql`and release_id = ${releaseId}`}
      order by id desc
      limit ${limit}
    ),
    search as (
      select
        case
          when (select count(*) from scanned) = ${scannedAttemptsMax}
          then (select id from scanned order by id limit 1)
        end as ended_at
    )
    select ${attemptColumns(sql)}, search.ended_at as "searchEndedAt"
    from search
    left join fitting as attempt on true
    left join webhook on webhook.agency_id = ${agencyId} and webhook.id = attempt.webhook_id
    order by attempt.id desc
  `;
  // Without a fitting attempt the one row has the end of the search alone.
  const rows = found.filter(({ id }) => id !== null);
  return { rows, searchEndedAt: found[0]?.searchEndedAt ?? null };
}

/** The stored message; null once its payload was removed. */
export async function findMessage(
  sql: Queryable,
  agencyId: number,
  messageId: string,
): Promise<{ payload: string; isTest: boolean; createdAt: Date } | null> {
  const [row] = await sql<{ payload: string; isTest: boolean; createdAt: Date }[]>`
    select payload, is_test as "isTest", created_at as "createdAt"
    from webhook_message
    where agency_id = ${agencyId}
      and id = ${messageId}
  `;
  return row ?? null;
}

/** Attempts of a message, newest first, with the beginning of the answers. */
export async function findAttemptsOf(
  sql: Queryable,
  agencyId: number,
  messageId: string,
): Promise<(ListedAttempt & { answer: string | null })[]> {
  return await sql<(ListedAttempt & { answer: string | null })[]>`
    select ${attemptColumns(sql)}, attempt.answer
    from webhook_attempt as attempt
    left join webhook on webhook.agency_id = ${agencyId} and webhook.id = attempt.webhook_id
    where attempt.agency_id = ${agencyId}
      and attempt.message_id = ${messageId}
    order by attempt.id desc
    limit ${messageAttemptsMax}
  `;
}

function attemptColumns(sql: Queryable) {
  return sql`
    attempt.id,
    attempt.webhook_id as "webhookId",
    webhook.endpoint_url as "endpointUrl",
    attempt.message_id as "messageId",
    attempt.event_type as "eventType",
    attempt.release_id as "releaseId",
    attempt.replay_id is not null as "isReplay",
    ${outcomeColumns(sql)}
  `;
}

/** What became of an `attempt` at a `webhook`. What a disabled endpoint still had before it has no next attempt. */
export function outcomeColumns(sql: Queryable) {
  return sql`
    attempt.attempt,
    attempt.status,
    attempt.response_status as "responseStatus",
    attempt.duration_ms as "durationMs",
    attempt.error,
    attempt.remote_address as "remoteAddress",
    attempt.attempted_at as "attemptedAt",
    case when webhook.disabled_at is null and webhook.paused_at is null then attempt.next_attempt_at end
      as "nextAttemptAt"
  `;
}
