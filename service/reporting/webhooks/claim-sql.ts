import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../../db/open.ts";
import { type ClaimBounds, type ReadyFrom, type Seen, unbounded } from "./claim-bounds.ts";
import type { WebhookEventType } from "./event-schema.ts";

/** Twice the deadline of a POST, so that a lease ends only when its process is gone or hangs. */
export const leaseMs = 30_000;
/** Requests under way to one endpoint, over all processes. */
const inFlightPerEndpointMax = 8;
/** Endpoints that one claim looks at; the next goes on behind them, so that none waits for a busy neighbour. */
const visitedEndpointsMax = 128;
/** Messages to an endpoint that was disabled, removed at one claim. */
const droppedPerEndpointMax = 1_000;

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

export type ClaimInput = {
  count: number;
  after: Endpoint | null;
  /** From what earlier claims saw; without it this one looks everywhere. */
  bounds?: ClaimBounds;
};

export type Claim = {
  messages: ClaimedMessage[];
  /** Where the next claim goes on; null when this one came to the end. */
  goOnAfter: Endpoint | null;
  /** What this claim saw. */
  seen: Seen | null;
};

/** Ids begin at 1, so that this one stands before every endpoint. */
const beforeAll: Endpoint = { agencyId: 0, webhookId: "00000000-0000-0000-0000-000000000000" };
/** Behind every endpoint: what is asked for from here on is found nowhere. */
const behindAll = {
  agencyId: 2 ** 31 - 1,
  webhookId: "ffffffff-ffff-ffff-ffff-ffffffffffff",
  messageId: "ffffffff-ffff-ffff-ffff-ffffffffffff",
};

/**
 * Leases ready messages, counts their attempts and writes the attempts as `sending`, in one statement.
 * It has to run under `lockClaims` and in a transaction of its own: only then is "8 per endpoint" exact.
 */
export async function claimMessages(sql: Queryable, input: ClaimInput): Promise<Claim> {
  const rows = await claimStatement(sql, input);
  const messages = rows.flatMap((row) => (row.messageId === null ? [] : [row]));
  const lastVisited = rows.at(-1);
  // With all places taken, endpoints behind the last one served have not had their turn, though they were looked at.
  const last = messages.length >= input.count ? messages.at(-1) : lastVisited;
  const visited = new Set(rows.map((row) => row.webhookId)).size;
  const isAtEnd = last?.webhookId === lastVisited?.webhookId && visited < visitedEndpointsMax;
  return {
    messages,
    seen:
      lastVisited === undefined ? null : { ready: rows.map(readyFromOf), leasedFrom: lastVisited.leasedFrom },
    goOnAfter: last === undefined || isAtEnd ? null : { agencyId: last.agencyId, webhookId: last.webhookId },
  };
}

function readyFromOf({ agencyId, webhookId, firstMessageId }: ClaimRow): ReadyFrom {
  return { agencyId, webhookId, messageId: firstMessageId };
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

type ClaimRow = (ClaimedMessage | (Endpoint & { messageId: null })) & {
  /** The first message of the endpoint that was ready. */
  firstMessageId: string;
  leasedFrom: string;
};

/**
 * The statement of `claimMessages`: each visited endpoint gives at least one row, of nulls where nothing was claimed.
 * Endpoints are found by stepping through the index from one to the next, which costs one probe for each, however many
 * messages they have. While an old snapshot is held, the entries of messages that ended stay in the indexes, and a probe that
 * begins before them walks them all, so that probes begin at what earlier claims saw. Picked rows are locked, and found again
 * by their place: joined by their key, by statistics of an empty queue, they cost a scan of the whole primary key. Behind
 * 100,000 messages that ended a claim of 8 took 140 ms by keys, 31 by places, and 1 with bounds.
 */
export function claimStatement(sql: Queryable, { count, after, bounds = unbounded }: ClaimInput) {
  const start = after ?? beforeAll;
  const known = [...bounds.ready.values(), behindAll];
  const tokens = Array.from({ length: count }, () => uuidv7());
  return sql<ClaimRow[]>`
    with recursive known as materialized (
      select agency_id, webhook_id, message_id
      from unnest(
        ${known.map(({ agencyId }) => agencyId)}::integer[],
        ${known.map(({ webhookId }) => webhookId)}::uuid[],
        ${known.map(({ messageId }) => messageId)}::uuid[]
      ) as known (agency_id, webhook_id, message_id)
    ),
    endpoint as (
      select ${start.agencyId}::integer as agency_id, ${start.webhookId}::uuid as webhook_id, null::uuid as message_id
      union all
      select next.agency_id, next.webhook_id, next.message_id
      from endpoint
      cross join lateral (
        select agency_id, webhook_id, message_id
        from known
        where (known.agency_id, known.webhook_id) > (endpoint.agency_id, endpoint.webhook_id)
        order by agency_id, webhook_id
        limit 1
      ) as known
      cross join lateral (
        -- Bounded by single columns: a scan that ends by a comparison of rows walks on through all that equals its first column.
        (
          select queued.agency_id, queued.webhook_id, queued.message_id
          from webhook_queue as queued
          where queued.is_ready
            and (queued.agency_id, queued.webhook_id) > (endpoint.agency_id, endpoint.webhook_id)
            and queued.agency_id < known.agency_id
          order by queued.agency_id, queued.webhook_id, queued.message_id
          limit 1
        )
        union all
        (
          select queued.agency_id, queued.webhook_id, queued.message_id
          from webhook_queue as queued
          where queued.is_ready
            and queued.agency_id = known.agency_id
            and queued.webhook_id > case
              when endpoint.agency_id = known.agency_id then endpoint.webhook_id
              else ${beforeAll.webhookId}::uuid
            end
            and queued.webhook_id < known.webhook_id
          order by queued.agency_id, queued.webhook_id, queued.message_id
          limit 1
        )
        union all
        (
          -- A row in any case: the next step begins behind this endpoint.
          select known.agency_id, known.webhook_id, (
            select queued.message_id
            from webhook_queue as queued
            where queued.is_ready
              and queued.agency_id = known.agency_id
              and queued.webhook_id = known.webhook_id
              and queued.message_id >= known.message_id
            order by queued.message_id
            limit 1
          )
        )
        order by agency_id, webhook_id
        limit 1
      ) as next
    ),
    visited as materialized (
      select
        endpoint.agency_id, endpoint.webhook_id, endpoint.message_id as first_message_id,
        webhook.endpoint_url, webhook.secret_encrypted, is_active
      from (
        select agency_id, webhook_id, message_id
        from endpoint
        where message_id is not null
        limit ${visitedEndpointsMax}
      ) as endpoint
      left join lateral (
        select endpoint_url, secret_encrypted, disabled_at is null as is_active
        from webhook
        where agency_id = endpoint.agency_id
          and id = endpoint.webhook_id
      ) as webhook on true
    ),
    leased as materialized (
      select agency_id, webhook_id, count(*) as messages, min(next_attempt_at) as first_ends_at
      from webhook_queue
      where lease_token is not null
        and next_attempt_at >= greatest(statement_timestamp(), ${bounds.leasedFrom}::timestamptz)
      group by agency_id, webhook_id
    ),
    dropped as (
      delete from webhook_queue as queued
      using (
        select head.place
        from visited
        cross join lateral (
          select queued.ctid as place
          from webhook_queue as queued
          where queued.agency_id = visited.agency_id
            and queued.webhook_id = visited.webhook_id
            and queued.message_id >= visited.first_message_id
            and queued.is_ready
          order by queued.message_id
          limit ${droppedPerEndpointMax}
          for update skip locked
        ) as head
        where visited.is_active is not true
      ) as head
      where queued.ctid = head.place
    ),
    picked as materialized (
      select head.place, visited.endpoint_url, visited.secret_encrypted
      from visited
      cross join lateral (
        select queued.ctid as place
        from webhook_queue as queued
        where queued.agency_id = visited.agency_id
          and queued.webhook_id = visited.webhook_id
          and queued.message_id >= visited.first_message_id
          and queued.is_ready
        order by queued.message_id
        -- Looked up here and not joined, because a join by hashing would change the order in which endpoints have their turns.
        limit greatest(0, ${inFlightPerEndpointMax} - coalesce((
          select leased.messages
          from leased
          where leased.agency_id = visited.agency_id
            and leased.webhook_id = visited.webhook_id
        ), 0))
        for update skip locked
      ) as head
      where visited.is_active
      limit ${count}
    ),
    numbered as (
      select place, endpoint_url, secret_encrypted, row_number() over () as position
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
      where queued.ctid = numbered.place
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
      visited.first_message_id as "firstMessageId",
      (
        select coalesce(min(first_ends_at), statement_timestamp() + ${leaseMs} * interval '1 millisecond')::text
        from leased
      ) as "leasedFrom",
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
