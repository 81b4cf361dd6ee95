import { migrate } from "../../../service/db/migrate.ts";
import { migrations } from "../../../service/db/migrations.ts";
import { openDatabase, type Sql } from "../../../service/db/open.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import type { LoadTarget } from "./start-load.ts";

/** Migrates the database at `databaseUrl` and puts an agency with a published release in. */
export async function prepareDatabase(
  databaseUrl: string,
): Promise<Omit<LoadTarget, "url"> & { agencyId: number }> {
  return await withDatabase(databaseUrl, async (sql) => {
    await migrate(sql, migrations);
    const { agencyId, key } = await createTestAgency(sql, { hourlyLimit: 1_000_000 });
    const { pressReleaseId, path } = await createTestRelease(sql, agencyId);
    return { agencyId, key, pressReleaseId, path };
  });
}

/** Those of `eventIds` that the database does not have. */
export async function findLostEvents(databaseUrl: string, eventIds: ReadonlySet<string>): Promise<string[]> {
  const stored = await withDatabase(databaseUrl, async (sql) => {
    const rows = await sql<{ eventId: string }[]>`select event_id as "eventId" from conversion`;
    return new Set(rows.map(({ eventId }) => eventId));
  });
  return [...eventIds].filter((eventId) => !stored.has(eventId));
}

async function withDatabase<T>(databaseUrl: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 1 });
  try {
    return await work(database.sql);
  } finally {
    await database.close();
  }
}
