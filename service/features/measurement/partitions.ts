import type { Queryable, Sql } from "../../floor/db/open.ts";

/** Days for which partitions exist ahead, so that a loop that stands still for a week loses nothing. */
const daysAhead = 7;
/** Days that raw hits are kept: a quarter, enough to rebuild roll-ups of the last reports. */
export const hitDaysMax = 90;
/** Whole days that rows of visitors outlive their own: with it they are gone 48 h after their day began. */
const visitorDaysMax = 1;
/** Dropping waits for running batches and lets new ones wait: after this time, in milliseconds, it gives way and tries later. */
const dropLockTimeoutMs = 2_000;
/** Any constant will do, as long as every process takes the same: "prsp" in ASCII. */
const partitionLock = 0x70727370;

/**
 * Unlogged: the counters of the bounds need not outlive a crash, and writing them without the log costs half. Rows of visitors are
 * updated often, and an update is faster with room left in the page; a hit never is.
 */
const partitionedTables = [
  { table: "hit", daysMax: hitDaysMax, isByTime: true, isLogged: true, fillPercent: 100 },
  { table: "visitor_day", daysMax: visitorDaysMax, isByTime: false, isLogged: true, fillPercent: 80 },
  { table: "visitor_day_value", daysMax: visitorDaysMax, isByTime: false, isLogged: true, fillPercent: 80 },
  { table: "view_engagement", daysMax: visitorDaysMax, isByTime: false, isLogged: true, fillPercent: 80 },
  // Until 0.4.0: 0.2.0 alone writes it.
  { table: "address_day", daysMax: visitorDaysMax, isByTime: false, isLogged: false, fillPercent: 100 },
  { table: "interaction_day", daysMax: visitorDaysMax, isByTime: false, isLogged: false, fillPercent: 80 },
] as const;
type PartitionedTable = (typeof partitionedTables)[number];

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Creates what is missing for hits of `days` (`YYYY-MM-DD`). Idempotent; writers are not held up. */
export async function ensurePartitions(sql: Sql, days: readonly string[]): Promise<void> {
  const wrong = days.find((day) => !dayPattern.test(day));
  if (wrong !== undefined) throw new RangeError(`"${wrong}" is no calendar day.`);
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${partitionLock})`;
    const existing = new Set((await listPartitions(transaction)).map(({ name }) => name));
    const statements = partitionedTables.flatMap((each) =>
      [...new Set(days)]
        .filter((day) => !existing.has(partitionName(each.table, day)))
        .flatMap((day) => createPartition(each, day)),
    );
    // One by one, pipelined: a cluster refuses several in one message.
    await Promise.all(statements.map((statement) => transaction.unsafe(statement)));
  });
}

/** Creates the partitions from yesterday (some agencies' day is still that) to a week ahead, by the database's clock. */
export async function ensureComingPartitions(sql: Sql): Promise<void> {
  const rows = await sql<{ day: string }[]>`
    select ((now() at time zone 'UTC')::date + ahead)::text as day
    from generate_series(-1, ${daysAhead}::integer) as ahead
  `;
  await ensurePartitions(
    sql,
    rows.map(({ day }) => day),
  );
}

/** Drops raw hits older than 90 days and rows of visitors 48 h after their day began; returns the tables that went. */
export async function dropOldPartitions(sql: Sql): Promise<string[]> {
  const dropped: string[] = [];
  for (const { table, daysMax } of partitionedTables) {
    // One table a transaction: an exclusive lock on one is never held while another is waited for.
    const names = await sql.begin((transaction) => dropOldPartitionsOf(transaction, table, daysMax));
    dropped.push(...names);
  }
  return dropped;
}

async function dropOldPartitionsOf(
  transaction: Queryable,
  table: string,
  daysMax: number,
): Promise<string[]> {
  await transaction`select pg_advisory_xact_lock(${partitionLock})`;
  const [row] = await transaction<{ oldestKept: string }[]>`
    select ((now() at time zone 'UTC')::date - ${daysMax}::integer)::text as "oldestKept"
    from set_config('lock_timeout', ${String(dropLockTimeoutMs)}, true)
  `;
  const oldestKept = row?.oldestKept ?? "";
  const old = (await listPartitions(transaction)).filter(
    (each) => each.table === table && each.day < oldestKept,
  );
  if (old.length === 0) return [];
  await transaction`drop table ${transaction(old.map(({ name }) => name))}`;
  return old.map(({ name }) => name);
}

async function listPartitions(sql: Queryable): Promise<{ table: string; name: string; day: string }[]> {
  const rows = await sql<{ table: string; name: string }[]>`
    select parent.relname as table, child.relname as name
    from pg_inherits
    join pg_class as parent on parent.oid = inhparent
    join pg_class as child on child.oid = inhrelid
    where parent.relname in ${sql(partitionedTables.map(({ table }) => table))}
      and parent.relkind = 'p'
      and parent.relnamespace = current_schema()::regnamespace
  `;
  return rows.map(({ table, name }) => ({
    table,
    name,
    day: name.slice(-8).replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3"),
  }));
}

function partitionName(table: string, day: string): string {
  return `${table}_${day.replaceAll("-", "")}`;
}

/**
 * Bounds can't be parameters; `table` is one of ours and `day` has been checked. A table that is created first and then
 * attached takes no lock that a writer would wait for, unlike `create table … partition of`.
 */
function createPartition(
  { table, isByTime, isLogged, fillPercent }: PartitionedTable,
  day: string,
): string[] {
  const name = partitionName(table, day);
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const time = isByTime ? " 00:00:00+00" : "";
  return [
    `create ${isLogged ? "" : "unlogged "}table ${name} (like ${table} including defaults including constraints including indexes) with (fillfactor = ${fillPercent})`,
    `alter table ${table} attach partition ${name} for values from ('${day}${time}') to ('${next}${time}')`,
  ];
}
