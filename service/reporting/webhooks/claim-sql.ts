import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../../db/open.ts";
import type { WebhookEventType } from "./event-schema.ts";

/** Twice the deadline of a POST, so that a lease ends only when its process is gone or hangs. */
export const leaseMs = 30_000;
/** Requests under way to one endpoint, over all processes. */
const inFlightPerEndpointMax = 8;
/** Endpoints that one claim looks at; the next goes on behind them, so that none waits for a busy neighbour. */
const visitedEndpointsMax = 128;
/** Messages to an endpoint that was disabled, removed at one claim. */
const droppedPerEndpointMax = 1_000;
/** Rows whose wait is over, or whose lease, moved by one statement. */
const dueRowsMax = 1_000;
/** A message that was interrupted this often probably ends its process each time. */
const attemptsMax = 20;

export type Endpoint = { agencyId: number; webhookId: string };

export type ClaimedMessage = Endpoint & {
  messageId: string;
  /** Also the token of the lease: it fences every later write. */
  attemptId: string;
  attempt: number;
  eventType: WebhookEventType;
  payload: string;
  endpointUrl: string;
  secretEncrypted: Uint8Array;
};

export type Claim = {
  messages: ClaimedMessage[];
  /** Where the next claim goes on; null when this one came to the end. */
  goOnAfter: Endpoint | null;
};

/** Ids begin at 1, so that this one stands before every endpoint. */
const beforeAll: Endpoint = { agencyId: 0, webhookId: "00000000-0000-0000-0000-000000000000" };

/** True when a message is ready, or its wait or lease has ended: one cheap look for the ticks when nothing is to do. */
export async function hasDueMessages(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ isDue: boolean }[]>`
    select
      exists (select from webhook_queue where is_ready order by agency_id, webhook_id, message_id limit 1)
      or coalesce((select min(next_attempt_at) from webhook_queue where not is_ready) <= now(), false) as "isDue"
  `;
  return row?.isDue === true;
}

/**
 * Makes messages ready whose wait is over. One whose lease ended was interrupted: its attempt becomes `unknown`, for
 * nobody can say whether the receiver got it, and it is sent again.
 */
export async function readyDueMessages(sql: Queryable): Promise<void> {
  await sql`
    with due as (
      select agency_id, webhook_id, message_id, lease_token, attempts
      from webhook_queue
      where not is_ready
        and next_attempt_at <= now()
      order by next_attempt_at
      limit ${dueRowsMax}
      for update skip locked
    ),
    interrupted as (
      update webhook_attempt as attempt
      set
        status = 'unknown',
        error = 'interrupted',
        next_attempt_at = case when due.attempts < ${attemptsMax} then now() end
      from due
      where due.lease_token is not null
        and attempt.agency_id = due.agency_id
        and attempt.id = due.lease_token
        and attempt.status = 'sending'
    ),
    given_up as (
      delete from webhook_queue as queued
      using due
      where due.attempts >= ${attemptsMax}
        and queued.agency_id = due.agency_id
        and queued.webhook_id = due.webhook_id
        and queued.message_id = due.message_id
    )
    update webhook_queue as queued
    set
      is_ready = true,
      lease_token = null
    from due
    where due.attempts < ${attemptsMax}
      and queued.agency_id = due.agency_id
      and queued.webhook_id = due.webhook_id
      and queued.message_id = due.message_id
  `;
}

/**
 * Leases ready messages, counts their attempts and writes the attempts as `sending`, in one statement.
 * It has to run under `lockClaims` and in a transaction of its own: only then is "8 per endpoint" exact.
 */
export async function claimMessages(
  sql: Queryable,
  input: { count: number; after: Endpoint | null },
): Promise<Claim> {
  const rows = await claimStatement(sql, input);
  const messages = rows.flatMap((row) => (row.messageId === null ? [] : [row as ClaimedMessage]));
  const lastVisited = rows.at(-1);
  // With all places taken, endpoints behind the last one served have not had their turn, though they were looked at.
  const last = messages.length >= input.count ? messages.at(-1) : lastVisited;
  const visited = new Set(rows.map((row) => row.webhookId)).size;
  const isAtEnd = messages.length < input.count && visited < visitedEndpointsMax;
  return {
    messages,
    goOnAfter: last === undefined || isAtEnd ? null : { agencyId: last.agencyId, webhookId: last.webhookId },
  };
}

/** Lets one process at a time claim and finish; the others wait some milliseconds. Ends with the transaction. */
export async function lockClaims(sql: Queryable): Promise<void> {
  // A process that froze inside the transaction must not stop all others. And a queue grows faster than its statistics
  // are taken: by those of an empty one the planner would sort a whole endpoint's messages for the first eight. A plan that
  // was made for small tables and kept would read the whole history of attempts for each batch that ended: after 30,000 of
  // them that cost 500 µs of the server's time for each delivery.
  await sql`
    select
      set_config('idle_in_transaction_session_timeout', '5s', true),
      set_config('enable_seqscan', 'off', true),
      set_config('enable_bitmapscan', 'off', true),
      set_config('plan_cache_mode', 'force_custom_plan', true),
      pg_advisory_xact_lock(hashtext('webhook_queue'))
  `;
}

type ClaimRow = Endpoint & { messageId: string | null };

/**
 * The statement of `claimMessages`: each visited endpoint gives at least one row, of nulls where nothing was claimed.
 * Endpoints are found by stepping through the index from one to the next, which costs one probe for each, however many
 * messages they have. Measured with 100,000 dead rows in front: see the test of its plan.
 */
export function claimStatement(sql: Queryable, input: { count: number; after: Endpoint | null }) {
  const after = input.after ?? beforeAll;
  const tokens = Array.from({ length: input.count }, () => uuidv7());
  return sql<ClaimRow[]>`
    with recursive endpoint as (
      (
        select agency_id, webhook_id
        from webhook_queue
        where is_ready
          and (agency_id, webhook_id) > (${after.agencyId}::integer, ${after.webhookId}::uuid)
        order by agency_id, webhook_id
        limit 1
      )
      union all
      select next.agency_id, next.webhook_id
      from endpoint
      cross join lateral (
        select queued.agency_id, queued.webhook_id
        from webhook_queue as queued
        where queued.is_ready
          and (queued.agency_id, queued.webhook_id) > (endpoint.agency_id, endpoint.webhook_id)
        order by queued.agency_id, queued.webhook_id
        limit 1
      ) as next
    ),
    visited as materialized (
      select endpoint.agency_id, endpoint.webhook_id, webhook.endpoint_url, webhook.secret_encrypted, is_active
      from (select agency_id, webhook_id from endpoint limit ${visitedEndpointsMax}) as endpoint
      left join lateral (
        select endpoint_url, secret_encrypted, disabled_at is null as is_active
        from webhook
        where agency_id = endpoint.agency_id
          and id = endpoint.webhook_id
      ) as webhook on true
    ),
    dropped as (
      delete from webhook_queue as queued
      using (
        select head.agency_id, head.webhook_id, head.message_id
        from visited
        cross join lateral (
          select agency_id, webhook_id, message_id
          from webhook_queue as queued
          where queued.agency_id = visited.agency_id
            and queued.webhook_id = visited.webhook_id
            and queued.is_ready
          order by queued.message_id
          limit ${droppedPerEndpointMax}
          for update skip locked
        ) as head
        where visited.is_active is not true
      ) as head
      where queued.agency_id = head.agency_id
        and queued.webhook_id = head.webhook_id
        and queued.message_id = head.message_id
    ),
    picked as materialized (
      select head.agency_id, head.webhook_id, head.message_id, visited.endpoint_url, visited.secret_encrypted
      from visited
      cross join lateral (
        select count(*) as messages
        from webhook_queue as queued
        where queued.agency_id = visited.agency_id
          and queued.webhook_id = visited.webhook_id
          and queued.lease_token is not null
      ) as leased
      cross join lateral (
        select queued.agency_id, queued.webhook_id, queued.message_id
        from webhook_queue as queued
        where queued.agency_id = visited.agency_id
          and queued.webhook_id = visited.webhook_id
          and queued.is_ready
        order by queued.message_id
        limit greatest(0, ${inFlightPerEndpointMax} - leased.messages)
        for update skip locked
      ) as head
      where visited.is_active
      limit ${input.count}
    ),
    numbered as (
      select agency_id, webhook_id, message_id, endpoint_url, secret_encrypted, row_number() over () as position
      from picked
    ),
    claimed as (
      update webhook_queue as queued
      set
        is_ready = false,
        attempts = queued.attempts + 1,
        lease_token = token.id,
        next_attempt_at = statement_timestamp() + ${leaseMs} * interval '1 millisecond'
      from numbered
      join unnest(${tokens}::uuid[]) with ordinality as token (id, position) using (position)
      where queued.agency_id = numbered.agency_id
        and queued.webhook_id = numbered.webhook_id
        and queued.message_id = numbered.message_id
      returning
        queued.agency_id, queued.webhook_id, queued.message_id, queued.attempts, queued.lease_token,
        numbered.endpoint_url, numbered.secret_encrypted
    ),
    told as (
      select claimed.*, message.event_type, message.payload
      from claimed
      join webhook_message as message on message.agency_id = claimed.agency_id and message.id = claimed.message_id
    ),
    attempted as (
      insert into webhook_attempt (agency_id, id, webhook_id, message_id, event_type, attempt, attempted_at)
      select agency_id, lease_token, webhook_id, message_id, event_type, attempts, statement_timestamp()
      from told
    )
    select
      visited.agency_id as "agencyId",
      visited.webhook_id as "webhookId",
      told.message_id as "messageId",
      told.lease_token as "attemptId",
      told.attempts as attempt,
      told.event_type as "eventType",
      told.payload,
      told.endpoint_url as "endpointUrl",
      told.secret_encrypted as "secretEncrypted"
    from visited
    left join told on told.agency_id = visited.agency_id and told.webhook_id = visited.webhook_id
    order by visited.agency_id, visited.webhook_id, told.message_id
  `;
}
