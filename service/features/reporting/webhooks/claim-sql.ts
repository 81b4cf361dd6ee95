import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../../../floor/db/open.ts";
import type { WebhookEventType } from "../../events/event-schema.ts";
import { attemptsMax, settlingParts } from "./settle-claim-sql.ts";

/** Twice the deadline of a POST, so that a lease ends only when its process is gone or hangs. */
export const leaseMs = 30_000;
/** Requests under way to one endpoint, over all processes. */
const inFlightPerEndpointMax = 8;
/** A process that stops inside the transaction must not keep the agency's lock. */
const idleSecondsMax = 5;

export type Endpoint = { agencyId: number; webhookId: string };

export type ClaimedMessage = Endpoint & {
  messageId: string;
  /** Also the token of the lease: it fences every later write. */
  attemptId: string;
  /** Number of this attempt among all for this message and endpoint. */
  attempt: number;
  /** Number of this attempt within this delivery: a replay begins again at 1. */
  attemptOfDelivery: number;
  eventType: WebhookEventType;
  payload: string;
  endpointUrl: string;
  secretEncrypted: Uint8Array;
  /** The secret before the rotation, as long as both sign. */
  oldSecretEncrypted: Uint8Array | null;
  isTest: boolean;
  isReplay: boolean;
};

type LeasedMessage = ClaimedMessage & { replayId: string | null; releaseId: number | null };

/**
 * Locks the agency's queue for one process at a time; another waits some milliseconds. Ends with the transaction, and has to
 * be a statement of its own: a claim sees the leases of the one before it only if its snapshot is taken after that one's
 * commit.
 */
export async function lockTurn(transaction: Queryable, agencyId: number): Promise<void> {
  // The queue grows faster than its statistics: with those of an empty queue the planner would read and sort all of it.
  await transaction`
    select
      set_config('idle_in_transaction_session_timeout', ${`${idleSecondsMax}s`}, true),
      set_config('enable_seqscan', 'off', true),
      set_config('enable_bitmapscan', 'off', true),
      pg_advisory_xact_lock(hashtext('webhook_queue'), ${agencyId})
  `;
}

/**
 * Leases up to `count` messages of an agency that are due, counts their attempts and writes the attempts as `sending`. Endpoints
 * with the fewest requests under way come first. A lease that ended was interrupted: its attempt becomes `unknown`, because nobody
 * can say whether the receiver got it. Messages to disabled endpoints leave the queue, those to paused ones are held.
 * Runs behind `lockTurn` in one transaction: only then is "8 per endpoint" exact.
 */
export async function claimMessages(
  transaction: Queryable,
  agencyId: number,
  count: number,
): Promise<ClaimedMessage[]> {
  const tokens = Array.from({ length: count }, () => uuidv7());
  const leased = await leaseMessages(transaction, agencyId, tokens);
  // Two statements, because a cluster takes no insert inside a "with" clause.
  if (leased.length > 0) await insertAttempts(transaction, agencyId, leased);
  return leased;
}

async function leaseMessages(
  transaction: Queryable,
  agencyId: number,
  tokens: readonly string[],
): Promise<LeasedMessage[]> {
  return await transaction<LeasedMessage[]>`
    with recursive ${endpointParts(transaction, agencyId)},
    chosen as materialized (
      select head.row_id, visited.endpoint_url, visited.secret_encrypted, visited.old_secret_encrypted
      from visited
      cross join lateral (
        select ctid as row_id, next_attempt_at, row_number() over (order by next_attempt_at, message_id) as position
        from (
          select ctid, next_attempt_at, message_id
          from webhook_queue
          where agency_id = ${agencyId}
            and webhook_id = visited.webhook_id
            and next_attempt_at <= statement_timestamp()
          order by next_attempt_at, message_id
          limit greatest(0, ${inFlightPerEndpointMax} - visited.in_flight)
        ) as queued
      ) as head
      where visited.is_active
        and not visited.is_paused
        -- A process keeps agencies in its line for longer than one look.
        and not exists (select from agency where agency.id = ${agencyId} and agency.delete_after is not null)
      order by visited.in_flight + head.position, head.next_attempt_at
      limit ${tokens.length}
    ),
    picked as materialized (
      select
        queued.ctid as row_id, queued.attempts, queued.lease_token, chosen.endpoint_url, chosen.secret_encrypted,
        chosen.old_secret_encrypted,
        row_number() over () as position
      from chosen
      join lateral (
        select ctid, attempts, lease_token
        from webhook_queue
        where ctid = chosen.row_id
          and agency_id = ${agencyId}
          and next_attempt_at <= statement_timestamp()
        for update skip locked
      ) as queued on true
    ),
    ${settlingParts(transaction, agencyId)},
    claimed as (
      update webhook_queue as queued
      set
        attempts = queued.attempts + 1,
        lease_token = token.id,
        next_attempt_at = statement_timestamp() + ${leaseMs} * interval '1 millisecond'
      from picked
      join unnest(${[...tokens]}::uuid[]) with ordinality as token (id, position) using (position)
      where queued.ctid = picked.row_id
        and queued.agency_id = ${agencyId}
        and picked.attempts < ${attemptsMax}
      returning
        queued.webhook_id, queued.message_id, queued.attempts, queued.attempts_before, queued.replay_id,
        queued.lease_token, picked.endpoint_url, picked.secret_encrypted, picked.old_secret_encrypted
    )
    select
      ${agencyId}::integer as "agencyId",
      claimed.webhook_id as "webhookId",
      claimed.message_id as "messageId",
      claimed.lease_token as "attemptId",
      claimed.attempts_before + claimed.attempts as attempt,
      claimed.attempts as "attemptOfDelivery",
      message.event_type as "eventType",
      message.payload,
      claimed.endpoint_url as "endpointUrl",
      claimed.secret_encrypted as "secretEncrypted",
      claimed.old_secret_encrypted as "oldSecretEncrypted",
      message.is_test as "isTest",
      claimed.replay_id is not null as "isReplay",
      claimed.replay_id as "replayId",
      message.release_id as "releaseId"
    from claimed
    join webhook_message as message on message.agency_id = ${agencyId} and message.id = claimed.message_id
    order by claimed.message_id
  `;
}

async function insertAttempts(
  transaction: Queryable,
  agencyId: number,
  leased: readonly LeasedMessage[],
): Promise<void> {
  const attempts = leased.map(
    ({ attemptId, webhookId, messageId, eventType, attempt, releaseId, replayId }) => ({
      id: attemptId,
      webhook_id: webhookId,
      message_id: messageId,
      event_type: eventType,
      attempt,
      release_id: releaseId,
      replay_id: replayId,
    }),
  );
  await transaction`
    insert into webhook_attempt (
      agency_id, id, webhook_id, message_id, event_type, attempt, attempted_at, release_id, replay_id
    )
    select
      ${agencyId}::integer, id, webhook_id, message_id, event_type, attempt, statement_timestamp(), release_id, replay_id
    from jsonb_to_recordset(${transaction.json(attempts)}) as given (
      id uuid, webhook_id uuid, message_id uuid, event_type text, attempt smallint, release_id integer, replay_id uuid
    )
  `;
}

/**
 * `endpoint`: the agency's endpoints that have messages, found by stepping through the index from one endpoint to the next,
 * which costs one look-up for each, whatever the number of messages. `visited`: the same with what a claim has to know of
 * them.
 */
function endpointParts(sql: Queryable, agencyId: number) {
  return sql`
    endpoint as (
      (
        select webhook_id
        from webhook_queue
        where agency_id = ${agencyId}
        order by webhook_id
        limit 1
      )
      union all
      select (
        select queued.webhook_id
        from webhook_queue as queued
        where queued.agency_id = ${agencyId}
          and queued.webhook_id > endpoint.webhook_id
        order by queued.webhook_id
        limit 1
      )
      from endpoint
      where webhook_id is not null
    ),
    visited as materialized (
      select
        endpoint.webhook_id, webhook.endpoint_url, webhook.secret_encrypted,
        case when webhook.old_secret_ends_at > statement_timestamp() then webhook.old_secret_encrypted end
          as old_secret_encrypted,
        webhook.id is not null and webhook.disabled_at is null as is_active,
        webhook.paused_at is not null as is_paused,
        (
          select count(*)
          from webhook_queue as leased
          where leased.agency_id = ${agencyId}
            and leased.webhook_id = endpoint.webhook_id
            and leased.lease_token is not null
            and leased.next_attempt_at > statement_timestamp()
        ) as in_flight
      from endpoint
      left join webhook on webhook.agency_id = ${agencyId} and webhook.id = endpoint.webhook_id
      where endpoint.webhook_id is not null
    )
  `;
}
