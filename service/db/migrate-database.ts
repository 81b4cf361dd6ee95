import { type DatabasePlace, directPlace } from "./fit-to-server.ts";
import { migrate, migrationStatus } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openDatabase, type Sql } from "./open.ts";

/** Brings the database of `sql` up to date, by a session of its own where DATABASE_DIRECT_URL leads to one. Returns what was applied. */
export async function migrateDatabase(
  sql: Sql,
  place: DatabasePlace & { dataDirectory: string },
): Promise<string[]> {
  const { database, program } = await migrationStatus(sql, migrations);
  if (place.databaseDirectUrl === null || database >= program) return await migrate(sql, migrations);
  const direct = await openDatabase({ ...directPlace(place), connectionsMax: 1 });
  try {
    return await migrate(direct.sql, migrations);
  } finally {
    await direct.close();
  }
}
