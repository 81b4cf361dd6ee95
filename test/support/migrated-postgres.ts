/** A PostgreSQL server that has a migrated database already, of which the databases of the tests are copies. */
import { existsSync } from "node:fs";
import { migrate } from "../../service/floor/db/migrate.ts";
import { migrations } from "../../service/floor/db/migrations.ts";
import { openDatabase } from "../../service/floor/db/open.ts";
import {
  clusterTemplate,
  ensureTemplate,
  keepAsTemplate,
  type PostgresServer,
  sharedPostgres,
  startPostgres,
} from "./postgres.ts";

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
  const prepare = async (url: string) => {
    const database = await openDatabase({ databaseUrl: url, dataDirectory: "", connectionsMax: 1 });
    await migrate(database.sql, migrations);
    await database.close();
  };
  return await ensureTemplate("migrated", prepare, server ?? (await sharedPostgres(startMigratedPostgres)));
}
