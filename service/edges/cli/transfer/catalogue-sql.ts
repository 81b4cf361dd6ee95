import type { Queryable } from "../../../floor/db/open.ts";
import type { ForeignKey } from "../../../floor/db/order-tables.ts";

/** `columns` in their order with their types, without generated ones: a database computes those itself. */
export type Table = { name: string; columns: { name: string; type: string }[] };
export type Partition = { name: string; parent: string; bounds: string; options: string[] };
export type Sequence = { name: string; value: string; isCalled: boolean };

/** The tables of the schema except `migration`, which each database keeps for itself; a partitioned one counts once. */
export async function listTables(sql: Queryable): Promise<Table[]> {
  return await sql<Table[]>`
    select
      relname as name,
      jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum) as columns
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p')
      and not relispartition
      and relname <> 'migration'
    group by relname
    order by relname
  `;
}

export async function listPartitions(sql: Queryable): Promise<Partition[]> {
  return await sql<Partition[]>`
    select
      child.relname as name,
      parent.relname as parent,
      pg_get_expr(child.relpartbound, child.oid) as bounds,
      coalesce(child.reloptions, '{}') as options
    from pg_inherits
    join pg_class as child on child.oid = inhrelid
    join pg_class as parent on parent.oid = inhparent
    where parent.relkind = 'p'
      and child.relkind = 'r'
      and child.relnamespace = current_schema()::regnamespace
    order by child.relname
  `;
}

/** As the source has them: `like … including all` and an attach, which is how the service itself makes partitions. */
export async function createPartitions(sql: Queryable, partitions: readonly Partition[]): Promise<void> {
  const present = new Set((await listPartitions(sql)).map(({ name }) => name));
  for (const { name, parent, bounds, options } of partitions.filter((each) => !present.has(each.name))) {
    // Bounds and options can't be parameters; they are PostgreSQL's own text of them.
    const storage = options.length === 0 ? "" : ` with (${options.join(", ")})`;
    await sql`
      create table ${sql(name)}
      (like ${sql(parent)} including defaults including constraints including indexes)${sql.unsafe(storage)}
    `;
    await sql`alter table ${sql(parent)} attach partition ${sql(name)} ${sql.unsafe(bounds)}`;
  }
}

export async function listSequences(sql: Queryable): Promise<Sequence[]> {
  return await sql<Sequence[]>`
    select
      sequencename as name,
      coalesce(last_value, start_value)::text as value,
      last_value is not null as "isCalled"
    from pg_sequences
    where schemaname = current_schema()
    order by sequencename
  `;
}

export async function setSequences(sql: Queryable, sequences: readonly Sequence[]): Promise<void> {
  await sql`
    select setval(format('%I', name)::regclass, value::bigint, "isCalled")
    from jsonb_to_recordset(${sql.json(sequences.map((each) => ({ ...each })))})
      as sequence (name text, value text, "isCalled" boolean)
  `;
}

/** Whether `pr-service distribute` ran on the database: keys of tables that are distributed can't be deferred. */
export async function isDistributed(sql: Queryable): Promise<boolean> {
  const [known] = await sql`select where to_regclass('pg_catalog.pg_dist_partition') is not null`;
  if (known === undefined) return false;
  const [found] = await sql`select from pg_dist_partition where partmethod = 'h' limit 1`;
  return found !== undefined;
}

/** Which of `tables` holds a row, or null. */
export async function findRow(sql: Queryable, tables: readonly string[]): Promise<string | null> {
  for (const table of tables) {
    const [row] = await sql`select 1 as one from ${sql(table)} limit 1`;
    if (row !== undefined) return table;
  }
  return null;
}

/** Lets rows refer to ones that come later in this transaction; `checkLaterKeys` ends that. */
export async function deferKeys(sql: Queryable, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name } of keys) {
    await sql`alter table ${sql(table)} alter constraint ${sql(name)} deferrable initially deferred`;
  }
}

/** Checks the keys that were deferred, and makes them what they were. */
export async function checkLaterKeys(sql: Queryable, keys: readonly ForeignKey[]): Promise<void> {
  await sql`set constraints all immediate`;
  for (const { table, name } of keys) {
    await sql`alter table ${sql(table)} alter constraint ${sql(name)} not deferrable`;
  }
}
