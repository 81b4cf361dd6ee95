/** A PostgreSQL server that has a migrated database already, of which the databases of the tests are copies. */
import { existsSync } from "node:fs";
import { ensureComingPartitions } from "../../service/features/measurement/partitions.ts";
import { migrate } from "../../service/floor/db/migrate.ts";
import { migrations } from "../../service/floor/db/migrations.ts";
import { openDatabase, type Sql } from "../../service/floor/db/open.ts";
import { clusterTemplate, keepAsTemplate, type PostgresServer, startPostgres } from "./postgres.ts";
import { ensureTemplate, sharedPostgres } from "./shared-postgres.ts";

/** Migrating takes two seconds of a core and is the same each time, so that it is done once for a machine. */
export async function startMigratedPostgres(): Promise<PostgresServer> {
  const template = clusterTemplate(
    migrations.map(({ name, statements }) => `${name}\n${statements}`).join("\n"),
  );
  if (!existsSync(template)) {
    const server = await startPostgres();
    await ensureMigratedTemplate(server);
    await server.stopServer("fast");
    keepAsTemplate(server.data, template);
    await server.stop();
  }
  return await startPostgres({ template });
}

/** Makes the migrated database on `server`, by default the one of the run, unless it is there. */
export async function ensureMigratedTemplate(server?: { url: string }): Promise<string> {
  return await ensureTemplate("migrated", (url) => withDatabase(url, (sql) => migrate(sql, migrations)), {
    server: server ?? (await sharedPostgres(startMigratedPostgres)),
  });
}

/**
 * The same with the partitions of these days, which a service makes at its start: hundreds of services made them anew, and that took a
 * third of each start.
 */
export async function ensureStartedTemplate(): Promise<string> {
  const from = await ensureMigratedTemplate();
  return await ensureTemplate("started", (url) => withDatabase(url, ensureComingPartitions), { from });
}

async function withDatabase(url: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const database = await openDatabase({ databaseUrl: url, dataDirectory: "", connectionsMax: 1 });
  await work(database.sql);
  await database.close();
}
