/** A Citus cluster for tests: a coordinator and two workers on loopback, gone with the process. */
import type postgres from "postgres";
import {
  distributeTables,
  planDistribution,
} from "../../service/features/agency-data/distribution/distribute-tables.ts";
import { migrate } from "../../service/floor/db/migrate.ts";
import { migrations } from "../../service/floor/db/migrations.ts";
import { openDatabase } from "../../service/floor/db/open.ts";
import { citusWorkersOfTheRun, isCitusRun } from "./environment.ts";
import { startMigratedPostgres } from "./migrated-postgres.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";
import { asSuperuser, createDatabase, databaseUrl, ensureTemplate } from "./shared-postgres.ts";

type CitusCluster = { coordinator: PostgresServer; workers: PostgresServer[] };

/** The server of a run, or a cluster where the run is about one. */
export async function startServersOfRun(): Promise<{ postgresUrl: string; workerUrls: string[] }> {
  if (!isCitusRun()) return { postgresUrl: (await startMigratedPostgres()).url, workerUrls: [] };
  const { coordinator, workers } = await startCitus();
  return { postgresUrl: coordinator.url, workerUrls: workers.map(({ url }) => url) };
}

const workersTotal = 2;
const templateName = "distributed_template";
/** Enough that both workers have some; each shard of each table costs a test's database its creation. */
const shardsTotal = "4";
const settings = {
  shared_preload_libraries: "citus",
  "citus.shard_count": shardsTotal,
  // Both halves of a distributed commit.
  max_prepared_transactions: "600",
  "citus.local_hostname": "127.0.0.1",
  "citus.node_conninfo": "sslmode=disable",
  // The service's own statements, once planned, must not cost a connection for each shard.
  "citus.max_adaptive_executor_pool_size": "4",
};

/** Starts the servers; the programs are those of the run, which have to hold Citus. */
export async function startCitus(
  options: { settings?: Record<string, string>; durable?: boolean; programs?: string } = {},
): Promise<CitusCluster> {
  const [coordinator, ...workers] = await Promise.all(
    Array.from({ length: 1 + workersTotal }, () =>
      startPostgres({ ...options, settings: { ...settings, ...options.settings } }),
    ),
  );
  if (coordinator === undefined) throw new Error("The coordinator did not start.");
  return { coordinator, workers };
}

/** An empty, migrated and distributed database of the run's cluster, as a URL; null where the run is about no cluster. */
export async function createDistributedDatabase(): Promise<string | null> {
  const workers = citusWorkersOfTheRun();
  if (workers === null) return null;
  await ensureTemplate(templateName, (draft) => distribute(draft, workers));
  const url = await createDatabase(templateName);
  const name = databaseOf(url);
  await Promise.all(
    workers.map((worker) =>
      asSuperuser(worker, (sql) => sql`create database ${sql(name)} template ${sql(templateName)}`),
    ),
  );
  return url;
}

/** Distributing takes seconds, a copy of all parts of a distributed database a few tenths of one. */
async function distribute(url: string, workers: readonly string[]): Promise<void> {
  const draft = databaseOf(url);
  await distributeOver(url, workers);
  for (const worker of workers) {
    await asSuperuser(worker, async (sql) => {
      await endSessionsOf(sql, draft);
      await sql`alter database ${sql(draft)} rename to ${sql(templateName)}`;
    });
  }
  await asSuperuser(databaseUrl(url, "postgres"), (sql) => endSessionsOf(sql, draft));
}

/** Makes the empty database at `url` the coordinator's of a cluster, with one of the same name on each worker, and our tables in it. */
export async function distributeOver(url: string, workers: readonly string[]): Promise<void> {
  const draft = databaseOf(url);
  for (const worker of workers) {
    await asSuperuser(worker, async (sql) => {
      await sql`drop database if exists ${sql(draft)} with (force)`;
      await sql`create database ${sql(draft)} template template0`;
    });
    await asSuperuser(databaseUrl(worker, draft), (sql) => sql`create extension citus`);
  }
  await asSuperuser(url, async (sql) => {
    await sql`create extension citus`;
    await sql`select citus_set_coordinator_host('127.0.0.1', ${Number(new URL(url).port)})`;
    for (const worker of workers) {
      await sql`select citus_add_node('127.0.0.1', ${Number(new URL(worker).port)})`;
    }
  });
  const database = await openDatabase({ databaseUrl: url, dataDirectory: "", connectionsMax: 1 });
  try {
    await migrate(database.sql, migrations);
    await distributeTables(database.sql, await planDistribution(database.sql), () => undefined);
  } finally {
    await database.close();
  }
}

/** Nobody can copy or rename a database that somebody uses, and the extension's own process uses it too. */
async function endSessionsOf(sql: postgres.Sql, database: string): Promise<void> {
  await sql`alter database ${sql(database)} allow_connections false`;
  await sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = ${database}`;
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
