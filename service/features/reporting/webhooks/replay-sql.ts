import type { Queryable } from "../../../floor/db/open.ts";
import { announceWork } from "../../../floor/queues/announce-work.ts";
import type { WorkQueue } from "../../../floor/queues/work-queue.ts";
import { deliveryQueue } from "../../events/delivery-queue.ts";

/** Messages of one order: what a receiver can be expected to take after an outage. */
export const replayedMax = 10_000;
/** Messages that one step looks at: some 50 ms, and a short transaction beside the queue. */
const lookedAtMax = 1_000;
/** Below the largest number that an attempt can have. */
const attemptsBeforeMax = 32_000;
/** Orders that a list shows. */
const listedReplaysMax = 20;

/** Orders that are not done. */
export const replayQueue: WorkQueue = {
  name: "webhook_replays",
  waiting: (sql) => sql`
    select agency_id, created_at as due_at
    from webhook_replay
    where finished_at is null
  `,
};

/** What to send again: a message to an endpoint, what failed at an endpoint, or all of a release to every endpoint. */
export type ReplayTarget =
  | { webhookId: string; messageId: string; releaseId: null; failedSince: null }
  | { webhookId: string; messageId: null; releaseId: null; failedSince: Date }
  | { webhookId: null; messageId: null; releaseId: number; failedSince: null };

export type Replay = {
  id: string;
  webhookId: string | null;
  messageId: string | null;
  releaseId: number | null;
  failedSince: Date | null;
  createdAt: Date;
  finishedAt: Date | null;
  /** Messages that were put into the queue so far. */
  queued: number;
  /** Of these, those that still wait for an attempt, and those that arrived. */
  waiting: number;
  delivered: number;
};

export async function hasRelease(sql: Queryable, agencyId: number, releaseId: number): Promise<boolean> {
  const rows = await sql`select from release where agency_id = ${agencyId} and id = ${releaseId}`;
  return rows.length === 1;
}

/** Whether a message was ever sent to an endpoint, and whether its payload is still there. */
export async function stateOfMessage(
  sql: Queryable,
  agencyId: number,
  { webhookId, messageId }: { webhookId: string; messageId: string },
): Promise<{ isSent: boolean; isStored: boolean }> {
  const [row] = await sql<{ isSent: boolean; isStored: boolean }[]>`
    select
      exists (
        select
        from webhook_attempt
        where agency_id = ${agencyId}
          and message_id = ${messageId}
          and webhook_id = ${webhookId}
      ) as "isSent",
      exists (select from webhook_message where agency_id = ${agencyId} and id = ${messageId}) as "isStored"
  `;
  return row ?? { isSent: false, isStored: false };
}

/** Notes an order; false where it stands there already, or another for the same is under way. */
export async function insertReplay(
  transaction: Queryable,
  agencyId: number,
  input: { id: string; target: ReplayTarget },
): Promise<boolean> {
  const { webhookId, messageId, releaseId, failedSince } = input.target;
  const inserted = await transaction`
    insert into webhook_replay (agency_id, id, webhook_id, message_id, release_id, failed_since)
    values (${agencyId}, ${input.id}, ${webhookId}, ${messageId}, ${releaseId}, ${failedSince})
    on conflict do nothing
    returning id
  `;
  if (inserted.length === 0) return false;
  await announceWork(transaction, {
    queue: replayQueue,
    agencyId,
    dueAt: transaction`statement_timestamp()`,
  });
  return true;
}

/** The order of this id, else the one under way for the same. */
export async function findReplayFor(
  sql: Queryable,
  agencyId: number,
  { id, target }: { id: string; target: ReplayTarget },
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id
    from webhook_replay
    where agency_id = ${agencyId}
      and (
        id = ${id}
        or (
          finished_at is null
          and webhook_id is not distinct from ${target.webhookId}::uuid
          and message_id is not distinct from ${target.messageId}::uuid
          and release_id is not distinct from ${target.releaseId}::integer
        )
      )
    order by id = ${id} desc
    limit 1
  `;
  return row?.id ?? null;
}

type OpenReplay = Pick<Replay, "id" | "webhookId" | "messageId" | "releaseId" | "failedSince" | "queued"> & {
  createdAtText: string;
  afterMessageId: string;
};

/** The agency's oldest order that nobody else works on, held until the transaction ends. */
export async function lockOpenReplay(transaction: Queryable, agencyId: number): Promise<OpenReplay | null> {
  const [row] = await transaction<OpenReplay[]>`
    select
      id,
      webhook_id as "webhookId",
      message_id as "messageId",
      release_id as "releaseId",
      failed_since as "failedSince",
      queued,
      created_at::text as "createdAtText",
      after_message_id as "afterMessageId"
    from webhook_replay
    where agency_id = ${agencyId}
      and finished_at is null
    order by created_at, id
    limit 1
    for update skip locked
  `;
  return row ?? null;
}

/**
 * Looks at the next messages of an order, puts those that belong to it into the queue and moves its position on, for the inside of one
 * transaction: a process that dies leaves either all of the step or nothing. Left out is what is under way or due anyhow, what was
 * sent since the order, and what goes to disabled endpoints.
 */
export async function walkOn(transaction: Queryable, agencyId: number, replay: OpenReplay): Promise<void> {
  const looked = await transaction<{ id: string }[]>`
    select id
    from webhook_message
    where agency_id = ${agencyId}
      and ${replay.messageId === null ? transaction`id > ${replay.afterMessageId}` : transaction`id = ${replay.messageId}`}
    order by id
    limit ${lookedAtMax}
  `;
  const ids = looked.map(({ id }) => id);
  const queued = await queueAgain(transaction, agencyId, { replay, ids });
  if (queued > 0)
    await announceWork(transaction, {
      queue: deliveryQueue,
      agencyId,
      dueAt: transaction`statement_timestamp()`,
    });
  const isDone = ids.length < lookedAtMax || replay.queued + queued >= replayedMax;
  await transaction`
    update webhook_replay
    set
      queued = queued + ${queued},
      after_message_id = coalesce(${ids.at(-1) ?? null}::uuid, after_message_id),
      finished_at = ${isDone ? transaction`statement_timestamp()` : transaction`null`}
    where agency_id = ${agencyId}
      and id = ${replay.id}
  `;
}

/** Puts those of the messages that belong to the order into the queue; returns how many deliveries that makes. */
async function queueAgain(
  transaction: Queryable,
  agencyId: number,
  { replay, ids }: { replay: OpenReplay; ids: readonly string[] },
): Promise<number> {
  const queued = await transaction`
    insert into webhook_queue as queue (
      agency_id, webhook_id, message_id, attempts_before, replay_id, next_attempt_at
    )
    select
      agency_id, webhook_id, message_id, least(attempts, ${attemptsBeforeMax}), ${replay.id}::uuid, statement_timestamp()
    from (
      select attempt.agency_id, attempt.message_id, attempt.webhook_id, max(attempt.attempt) as attempts
      from webhook_message as looked
      join webhook_attempt as attempt on attempt.agency_id = looked.agency_id and attempt.message_id = looked.id
      join webhook on webhook.agency_id = looked.agency_id and webhook.id = attempt.webhook_id
      where looked.agency_id = ${agencyId}
        and looked.id = any (${transaction.array([...ids])}::uuid[])
        and webhook.disabled_at is null
        and ${replay.webhookId === null ? transaction`true` : transaction`attempt.webhook_id = ${replay.webhookId}`}
        and ${replay.messageId === null ? transaction`not looked.is_test` : transaction`true`}
        and ${replay.releaseId === null ? transaction`true` : transaction`looked.release_id = ${replay.releaseId}`}
      group by attempt.agency_id, attempt.message_id, attempt.webhook_id
      having max(attempt.attempted_at) <= ${replay.createdAtText}::timestamptz
        and ${replay.failedSince === null ? transaction`true` : hasFailed(transaction, replay.failedSince)}
      order by attempt.message_id, attempt.webhook_id
      limit ${replayedMax - replay.queued}
    ) as pair
    on conflict (agency_id, webhook_id, message_id) do update
    set
      attempts = 0,
      attempts_before = excluded.attempts_before,
      replay_id = excluded.replay_id,
      held_at = null,
      next_attempt_at = excluded.next_attempt_at
    where queue.lease_token is null
      and queue.next_attempt_at > excluded.next_attempt_at
      and queue.replay_id is distinct from excluded.replay_id
  `;
  return queued.count;
}

/** Never arrived, and failed or was interrupted since that moment. */
function hasFailed(sql: Queryable, since: Date) {
  return sql`
    not bool_or(attempt.status = 'delivered')
    and bool_or(attempt.status in ('failed', 'unknown') and attempt.attempted_at >= ${since})
  `;
}

/** The latest orders of the agency, or one of them, with how far they are. */
export async function listReplays(
  sql: Queryable,
  agencyId: number,
  { id = null }: { id?: string | null } = {},
): Promise<Replay[]> {
  return await sql<Replay[]>`
    select
      id,
      webhook_id as "webhookId",
      message_id as "messageId",
      release_id as "releaseId",
      failed_since as "failedSince",
      created_at as "createdAt",
      finished_at as "finishedAt",
      queued,
      (
        select count(*)::int
        from webhook_queue
        where webhook_queue.agency_id = ${agencyId}
          and webhook_queue.replay_id = replay.id
      ) as waiting,
      (
        select count(*)::int
        from webhook_attempt
        where webhook_attempt.agency_id = ${agencyId}
          and webhook_attempt.replay_id = replay.id
          and status = 'delivered'
      ) as delivered
    from webhook_replay as replay
    where agency_id = ${agencyId}
      and (${id}::uuid is null or id = ${id})
    order by created_at desc, id desc
    limit ${listedReplaysMax}
  `;
}
