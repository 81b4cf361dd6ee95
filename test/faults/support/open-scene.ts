import { migrate } from "../../../service/floor/db/migrate.ts";
import { migrations } from "../../../service/floor/db/migrations.ts";
import { openDatabase, type Sql } from "../../../service/floor/db/open.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import type { LoadTarget } from "./start-load.ts";

/** A database server, or the data directory of an embedded one that no service has open. */
export type DatabaseAddress = { databaseUrl: string | null; dataDirectory: string };

/** Migrates the database and puts an agency with a published release in. */
export async function prepareDatabase(
  databaseAddress: DatabaseAddress,
): Promise<Omit<LoadTarget, "url"> & { agencyId: number }> {
  return await withDatabase(databaseAddress, async (sql) => {
    await migrate(sql, migrations);
    const { agencyId, key } = await createTestAgency(sql, { hourlyLimit: 1_000_000 });
    const { pressReleaseId, path } = await createTestRelease(sql, agencyId);
    return { agencyId, key, pressReleaseId, path };
  });
}

/** A further agency, by its key. */
export async function addAgency(databaseAddress: DatabaseAddress, hourlyLimit: number): Promise<string> {
  return await withDatabase(
    databaseAddress,
    async (sql) => (await createTestAgency(sql, { hourlyLimit })).key,
  );
}

/** Those of `eventIds` that the database does not have. */
export async function findLostEvents(
  databaseAddress: DatabaseAddress,
  eventIds: ReadonlySet<string>,
): Promise<string[]> {
  const stored = await withDatabase(databaseAddress, async (sql) => {
    const rows = await sql<{ eventId: string }[]>`select event_id as "eventId" from conversion`;
    return new Set(rows.map(({ eventId }) => eventId));
  });
  return [...eventIds].filter((eventId) => !stored.has(eventId));
}

export async function withDatabase<T>(
  databaseAddress: DatabaseAddress,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ ...databaseAddress, embeddedSync: false, connectionsMax: 1 });
  try {
    return await work(database.sql);
  } finally {
    await database.close();
  }
}
