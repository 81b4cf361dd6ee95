import { type DatabaseAddress, directAddress } from "./fit-to-server.ts";
import { type Migration, migrate, migrationStatus } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openDatabase, type Sql } from "./open.ts";

/** Where to open a session for migrations; without a `databaseUrl` the embedded database, which the caller's pool leads to already. */
export type MigrationAddress = DatabaseAddress & { dataDirectory: string };

/**
 * Brings the database of `sql` up to date, a server by a session of its own: the service's pool ends a connection that is silent for
 * longer than a statement of a request may run, so that a longer migration was rolled back and begun anew at each start. Returns what
 * was applied. `filled` names a backfill that is done, whose migrations are left.
 */
export async function migrateDatabase(
  sql: Sql,
  address: MigrationAddress,
  {
    migrations: planned = migrations,
    ...filled
  }: { migrations?: readonly Migration[]; filled?: string } = {},
): Promise<string[]> {
  const { database, program } = await migrationStatus(sql, planned);
  const isWork = database < program || filled.filled !== undefined;
  if (address.databaseUrl === null || !isWork) return await migrate(sql, planned, filled);
  const own = await openDatabase({ ...directAddress(address), connectionsMax: 1 });
  try {
    return await migrate(own.sql, planned, filled);
  } finally {
    await own.close();
  }
}
