import { inTransaction } from "../db/in-transaction.ts";
import type { Queryable } from "../db/open.ts";
import type { WorkQueue } from "./work-queue.ts";

type Announcement = {
  queue: WorkQueue;
  agencyId: number;
  /** SQL for the moment from which the agency has work; null for never. */
  dueAt: ReturnType<Queryable>;
};

/**
 * Says that an agency has work from `dueAt` on. Call it in the transaction that writes the work, so that either both are
 * there or none. It never waits for others that enqueue or claim at the same time.
 *
 * A row that is due by then covers the new work too. It is held by a shared lock until the commit, because the loop that retires
 * it could not see the work before; a row that is being retired at this moment is passed over, and another one inserted.
 */
export async function announceWork(sql: Queryable, { queue, agencyId, dueAt }: Announcement): Promise<void> {
  await sql`select announce_work(${agencyId}::integer, ${queue.name}, ${dueAt})`;
}

/**
 * Runs `write` and announces the earliest `dueAt` of the rows that it returns, both in one transaction; null is never. Returns
 * the rows.
 */
export async function writeWork<Row extends { dueAt: Date | null }>(
  sql: Queryable,
  { queue, agencyId }: Omit<Announcement, "dueAt">,
  write: (transaction: Queryable) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  return await inTransaction(sql, async (transaction) => {
    const rows = await write(transaction);
    const [first] = rows.flatMap(({ dueAt }) => dueAt ?? []).toSorted((a, b) => a.getTime() - b.getTime());
    if (first !== undefined)
      await announceWork(transaction, { queue, agencyId, dueAt: transaction`${first}::timestamptz` });
    return rows;
  });
}

/**
 * Announces what stands in the queue and is covered by no row: after a restore, an edit by hand, and what an older release
 * enqueued during an upgrade. Returns for how many agencies.
 */
export async function announceForgotten(sql: Queryable, queue: WorkQueue): Promise<number> {
  const announced = await sql`
    with first as (
      select agency_id, min(due_at) as due_at
      from (${queue.waiting(sql)}) as waiting
      group by agency_id
    )
    insert into agency_work (agency_id, queue, due_at)
    select first.agency_id, ${queue.name}, first.due_at
    from first
    left join agency_work as work
      on work.agency_id = first.agency_id
      and work.queue = ${queue.name}
      and work.due_at <= greatest(first.due_at, statement_timestamp())
    where work.agency_id is null
  `;
  return announced.count;
}
