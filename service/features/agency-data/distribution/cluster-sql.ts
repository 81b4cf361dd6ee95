import type { Queryable, Sql } from "../../../floor/db/open.ts";

/** `distribution` is null for a table that the cluster knows nothing of. A partitioned table counts once, with all its partitions. */
export type RootTable = {
  name: string;
  distribution: "distributed" | "reference" | "local" | null;
  bytes: number;
};

/** A worker as host and port; `reason` is what the coordinator was told where it gives no answer. */
export type WorkerAnswer = { name: string; answers: boolean; reason: string };

/** Copying the rows of a large table takes as long as it takes. */
const noTimeout = "0";

/** The servers of the cluster. Throws an Error that says what to do where Citus or a part of it is missing. */
export async function findCluster(sql: Queryable): Promise<{ servers: number }> {
  const [extension] = await sql`select from pg_extension where extname = 'citus'`;
  if (extension === undefined)
    throw new Error(
      'This database has no Citus. Install Citus 13 on all servers and run "create extension citus" in the database of each.',
    );
  const [row] = await sql<{ servers: number; hasCoordinator: boolean }[]>`
    select
      count(*) filter (where shouldhaveshards)::integer as servers,
      coalesce(bool_or(groupid = 0), false) as "hasCoordinator"
    from pg_dist_node
    where noderole = 'primary'
      and isactive
  `;
  if (row?.hasCoordinator !== true)
    throw new Error(
      "The cluster doesn't know its coordinator. Run: select citus_set_coordinator_host('<address that the workers reach>').",
    );
  if (row.servers === 0)
    throw new Error("The cluster has no workers. Add each with: select citus_add_node('<address>', 5432).");
  return { servers: row.servers };
}

/** Asks each worker by way of the coordinator, as every statement goes. */
export async function listWorkers(sql: Queryable): Promise<WorkerAnswer[]> {
  return await sql<WorkerAnswer[]>`
    select
      nodename || ':' || nodeport as name,
      success as answers,
      split_part(result, E'\n', 1) as reason
    from run_command_on_workers('select 1')
    order by nodename, nodeport
  `;
}

export async function listRootTables(sql: Queryable): Promise<RootTable[]> {
  return await sql<RootTable[]>`
    select
      relname as name,
      case
        when partmethod = 'h' then 'distributed'
        when repmodel = 't' then 'reference'
        when partmethod = 'n' then 'local'
      end as distribution,
      (
        select coalesce(sum(pg_table_size(relid)), 0)
        from pg_partition_tree(pg_class.oid)
      )::bigint as bytes
    from pg_class
    left join pg_dist_partition on logicalrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p')
      and not relispartition
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by relname
  `;
}

export async function makeReference(sql: Sql, table: string): Promise<void> {
  await sql.begin(async (transaction) => {
    await prepare(transaction);
    await transaction`select create_reference_table(${table}::text::regclass)`;
  });
}

export async function distributeTable(sql: Sql, table: string): Promise<void> {
  await sql.begin(async (transaction) => {
    await prepare(transaction);
    await transaction`select create_distributed_table(${table}::text::regclass, 'agency_id')`;
  });
}

/** Gives back what the rows took on the coordinator before they were copied. Nobody reads them there any more. */
export async function clearOldRows(sql: Sql, table: string): Promise<void> {
  await sql.begin(async (transaction) => {
    await prepare(transaction);
    // Reports refuse to be removed, and these are no more than what their copies left behind.
    await transaction`select set_config('session_replication_role', 'replica', true)`;
    await transaction`select truncate_local_data_after_distributing_table(${table}::text::regclass)`;
  });
}

/**
 * The triggers of distributed tables look at their own row alone, so that they may run where the rows are. Tables that
 * refer to a reference table must not become tables of the cluster before their turn.
 */
async function prepare(transaction: Queryable): Promise<void> {
  await transaction`
    select
      set_config('statement_timeout', ${noTimeout}, true),
      set_config('citus.enable_unsafe_triggers', 'on', true),
      set_config('citus.multi_shard_modify_mode', 'sequential', true),
      set_config('citus.enable_local_reference_table_foreign_keys', 'off', true)
  `;
}
