import type { Queryable, Sql } from "../../service/floor/db/open.ts";

/** What statements read of a table: scans of the whole, scans of an index, and rows fetched through one. */
export type Scan = { table: string; whole: number; byIndex: number; rows: number };

const undo = new Error("Nothing of this is kept.");

/**
 * What the server's counters say of tables and partitions after `run`. It runs three times, and the second and third are counted: when a
 * plan is made, the planner looks up the ends of indexes, which counts as scans too. Of two the fewest count, because a vacuum in between
 * has a plan made anew. Nothing is kept.
 */
export async function scansOf(sql: Sql, run: (sql: Queryable) => Promise<unknown>): Promise<Scan[]> {
  await undone(sql, run);
  const once = await countScans(sql, run);
  const again = await countScans(sql, run);
  return once.flatMap(({ table, whole, byIndex, rows }) => {
    const other = again.find((counted) => counted.table === table);
    if (other === undefined) return [];
    return {
      table,
      whole: Math.min(whole, other.whole),
      byIndex: Math.min(byIndex, other.byIndex),
      rows: Math.min(rows, other.rows),
    };
  });
}

async function countScans(sql: Sql, run: (sql: Queryable) => Promise<unknown>): Promise<Scan[]> {
  return await undone(sql, async (transaction) => {
    // A session counts on over transactions that followed each other within a second.
    const before = await readCounters(transaction);
    await run(transaction);
    const after = await readCounters(transaction);
    return after
      .map(({ table, whole, byIndex, rows }) => {
        const earlier = before.find((counted) => counted.table === table);
        return {
          table,
          whole: whole - (earlier?.whole ?? 0),
          byIndex: byIndex - (earlier?.byIndex ?? 0),
          rows: rows - (earlier?.rows ?? 0),
        };
      })
      .filter(({ whole, byIndex }) => whole + byIndex > 0);
  });
}

/** What `work` resolves to, in a transaction that is taken back. */
async function undone<T>(sql: Sql, work: (sql: Queryable) => Promise<T>): Promise<T> {
  const result = Promise.withResolvers<T>();
  await sql
    .begin(async (transaction) => {
      result.resolve(await work(transaction));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return await result.promise;
}

function readCounters(sql: Queryable): Promise<Scan[]> {
  return sql<Scan[]>`
    select
      relname as table,
      coalesce(seq_scan, 0)::integer as whole,
      coalesce(idx_scan, 0)::integer as "byIndex",
      coalesce(idx_tup_fetch, 0)::integer as rows
    from pg_stat_xact_user_tables
  `;
}
