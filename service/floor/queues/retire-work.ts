import type { Queryable, Sql } from "../db/open.ts";
import type { WorkQueue } from "./work-queue.ts";

/**
 * A row stays at least this long, however often its queue is found empty. Otherwise, under load, each event would insert the
 * row and each delivery would delete it again.
 */
const keptSeconds = 5;
/** A process that stops in the middle must not keep the agency's row. */
const idleSecondsMax = 5;

/**
 * Takes back that an agency has work now, after its queue was found empty, and notes when it has some again. A row that a
 * transaction under way relies on stays.
 */
export async function retireWork(sql: Sql, queue: WorkQueue, agencyId: number): Promise<void> {
  await sql.begin(async (transaction) => {
    const held = await lockRetirable(transaction, queue, agencyId);
    // A statement of its own, because only a later snapshot sees what was committed before the locks were taken.
    if (held.length > 0) await replaceRows(transaction, queue, { agencyId, held });
  });
}

async function lockRetirable(transaction: Queryable, queue: WorkQueue, agencyId: number): Promise<string[]> {
  const rows = await transaction<{ id: string }[]>`
    select
      id,
      set_config('idle_in_transaction_session_timeout', ${`${idleSecondsMax}s`}, true),
      -- A plan made while all queues were short would read those of the other agencies too.
      set_config('enable_seqscan', 'off', true)
    from agency_work
    where agency_id = ${agencyId}
      and queue = ${queue.name}
      and due_at <= statement_timestamp()
      and announced_at <= statement_timestamp() - ${keptSeconds} * interval '1 second'
    for update skip locked
  `;
  return rows.map(({ id }) => id);
}

/** No loop retires rows that are not due yet, so one that comes early enough also covers the waiting work. */
async function replaceRows(
  transaction: Queryable,
  queue: WorkQueue,
  { agencyId, held }: { agencyId: number; held: readonly string[] },
): Promise<void> {
  await transaction`
    with next as (
      select min(due_at) as due_at
      from (${queue.waiting(transaction)}) as waiting
      where agency_id = ${agencyId}
    ),
    retired as (
      delete from agency_work
      where agency_id = ${agencyId}
        and id = any (${[...held]}::uuid[])
    )
    insert into agency_work (agency_id, queue, due_at)
    select ${agencyId}::integer, ${queue.name}, next.due_at
    from next
    where next.due_at is not null
      and not exists (
        select
        from agency_work as work
        where work.agency_id = ${agencyId}
          and work.queue = ${queue.name}
          and work.due_at > statement_timestamp()
          and work.due_at <= next.due_at
      )
  `;
}
