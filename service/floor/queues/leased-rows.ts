import type { Row as AnyRow, PendingQuery } from "postgres";
import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../db/open.ts";
import { writeWork } from "./announce-work.ts";
import type { WorkQueue } from "./work-queue.ts";

/** A part of a statement. */
export type Fragment = PendingQuery<AnyRow[]>;

/** A table whose rows wait for their time and are worked on one by one, each under a lease. */
export type LeasedTable = WorkQueue & {
  table: string;
  /** The column that says when a row is due; of a leased row when the lease ends, null where nothing is to be done. */
  due: string;
  /** A worker that died keeps a row for at most this long. */
  leaseMs: number;
  /** Columns of the claimed row beside its ids, from `claimed`, or from `due` as they were before. */
  columns: (sql: Queryable) => Fragment;
  /** What a claim writes beside the lease. */
  onClaim?: (sql: Queryable, leaseToken: string) => Fragment;
  /** A condition on the rows `waiting` of an agency that may be claimed. */
  claimable?: (sql: Queryable, agencyId: number) => Fragment;
};

/** A row in the hands of one worker. The token fences every statement below: whoever has lost the lease changes nothing. */
export type Leased = { agencyId: number; id: string; leaseToken: string };

/** Describes a leased table. Of one that several queues share, `part` says which rows are this one's. */
export function leasedTable(
  description: Omit<LeasedTable, "waiting"> & { part?: (sql: Queryable) => Fragment },
): LeasedTable {
  const { part = (sql: Queryable) => sql`true`, ...table } = description;
  const { claimable } = table;
  return {
    ...table,
    waiting: (sql) => sql`
      select agency_id, ${sql(table.due)} as due_at
      from ${sql(table.table)}
      where ${sql(table.due)} is not null
        and ${part(sql)}
    `,
    claimable: (sql, agencyId) =>
      claimable === undefined ? part(sql) : sql`${part(sql)} and ${claimable(sql, agencyId)}`,
  };
}

/**
 * Claims the row of the agency that has been due for longest, or returns null. A row whose lease has ended is due like any other; one
 * that another worker claims at this moment is passed over.
 */
export async function claimRow<Row extends Leased>(
  sql: Queryable,
  table: LeasedTable,
  agencyId: number,
): Promise<Row | null> {
  const due = sql(table.due);
  const leaseToken = uuidv7();
  const [row] = await sql<Row[]>`
    -- Materialized, because a plan may ask an inner select anew for each row, and would claim them all.
    with due as materialized (
      select *
      from ${sql(table.table)} as waiting
      where agency_id = ${agencyId}
        and ${due} <= now()
        and ${table.claimable?.(sql, agencyId) ?? sql`true`}
      order by ${due}, id
      limit 1
      for update skip locked
    )
    update ${sql(table.table)} as claimed
    set
      ${written(sql, table.onClaim?.(sql, leaseToken))}
      lease_token = ${leaseToken},
      ${due} = now() + ${table.leaseMs} * interval '1 millisecond'
    from due
    where claimed.agency_id = ${agencyId}
      and claimed.id = due.id
    returning
      claimed.agency_id as "agencyId",
      claimed.id,
      claimed.lease_token as "leaseToken",
      ${table.columns(sql)}
  `;
  return row ?? null;
}

/** The condition of every statement about a row that is held. */
export function isHeld(sql: Queryable, { agencyId, id, leaseToken }: Leased) {
  return sql`
    agency_id = ${agencyId}
    and id = ${id}
    and lease_token = ${leaseToken}
  `;
}

/** Lengthens the lease, and writes `set`; false when it is lost. */
export async function keepRow(
  sql: Queryable,
  table: LeasedTable,
  row: Leased,
  set?: Fragment,
): Promise<boolean> {
  const kept = await sql`
    update ${sql(table.table)}
    set ${written(sql, set)} ${sql(table.due)} = now() + ${table.leaseMs} * interval '1 millisecond'
    where ${isHeld(sql, row)}
  `;
  return kept.count === 1;
}

/** Ends the work on a row, and writes `set`; false when the lease is lost. */
export async function endRow(
  sql: Queryable,
  table: LeasedTable,
  row: Leased,
  set?: Fragment,
): Promise<boolean> {
  const ended = await sql`
    update ${sql(table.table)}
    set ${written(sql, set)} ${sql(table.due)} = null, lease_token = null
    where ${isHeld(sql, row)}
  `;
  return ended.count === 1;
}

/** Gives a row back, due after `delayMs`, and writes `set`; false when the lease is lost. */
export async function putOffRow(
  sql: Queryable,
  table: LeasedTable,
  row: Leased,
  { delayMs, set }: { delayMs: number; set?: Fragment },
): Promise<boolean> {
  const waiting = await writeWork(
    sql,
    { queue: table, agencyId: row.agencyId },
    (transaction) => transaction<{ dueAt: Date }[]>`
      update ${transaction(table.table)}
      set
        ${written(transaction, set)}
        ${transaction(table.due)} = now() + ${delayMs} * interval '1 millisecond',
        lease_token = null
      where ${isHeld(transaction, row)}
      returning ${transaction(table.due)} as "dueAt"
    `,
  );
  return waiting.length === 1;
}

/** The pause after the attempt number `attempts`: each is `factor` times as long as the one before. */
export function backOffMs(
  attempts: number,
  {
    firstMs,
    factor = 2,
    maxMs = Number.POSITIVE_INFINITY,
  }: { firstMs: number; factor?: number; maxMs?: number },
): number {
  return Math.min(firstMs * factor ** (attempts - 1), maxMs);
}

function written(sql: Queryable, set: Fragment | undefined) {
  return set === undefined ? sql`` : sql`${set},`;
}
