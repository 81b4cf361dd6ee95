import { type DatabasePlace, directPlace } from "./fit-to-server.ts";
import { migrate, migrationStatus } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openDatabase, type Sql } from "./open.ts";

/** Brings the database of `sql` up to date, by a session of its own where DATABASE_DIRECT_URL leads to one. */
export async function migrateDatabase(
  sql: Sql,
  place: DatabasePlace & { dataDirectory: string },
): Promise<void> {
  const { database, program } = await migrationStatus(sql, migrations);
  if (place.databaseDirectUrl === null || database >= program) {
    await migrate(sql, migrations);
    return;
  }
  const direct = await openDatabase({ ...directPlace(place), connectionsMax: 1 });
  try {
    await migrate(direct.sql, migrations);
  } finally {
    await direct.close();
  }
}
