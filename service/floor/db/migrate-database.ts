import { type DatabaseAddress, directAddress } from "./fit-to-server.ts";
import { migrate, migrationStatus } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openDatabase, type Sql } from "./open.ts";

/** Brings the database of `sql` up to date, by a session of its own where DATABASE_DIRECT_URL leads to one. Returns what was applied. */
export async function migrateDatabase(
  sql: Sql,
  address: DatabaseAddress & { dataDirectory: string },
): Promise<string[]> {
  const { database, program } = await migrationStatus(sql, migrations);
  if (address.databaseDirectUrl === null || database >= program) return await migrate(sql, migrations);
  const direct = await openDatabase({ ...directAddress(address), connectionsMax: 1 });
  try {
    return await migrate(direct.sql, migrations);
  } finally {
    await direct.close();
  }
}
