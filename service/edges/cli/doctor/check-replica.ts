import { openDatabase } from "../../../floor/db/open.ts";
import { type Check, reasonOf, unwell, well, withinCheckTime } from "./check.ts";

/** Looks whether the read replica answers, is one, and copies the primary. Nothing to say where none is configured. */
export async function checkReplica(config: {
  databaseUrl: string | null;
  databaseReplicaUrl: string | null;
  dataDirectory: string;
}): Promise<Check[]> {
  const { databaseUrl, databaseReplicaUrl, dataDirectory } = config;
  if (databaseReplicaUrl === null || databaseUrl === null) return [];
  try {
    const [primary, replica] = await Promise.all([
      describeDatabase(databaseUrl, dataDirectory),
      describeDatabase(databaseReplicaUrl, dataDirectory),
    ]);
    if (primary.system !== replica.system || primary.name !== replica.name) {
      return [unwell("replica", "It is a copy of another database. Correct DATABASE_REPLICA_URL.")];
    }
    return [
      replica.isReplica
        ? well("replica", "The read replica answers.")
        : unwell("replica", "DATABASE_REPLICA_URL names a primary. Name its replica, or unset it."),
    ];
  } catch (error) {
    const reason = reasonOf(error);
    return [unwell("replica", `It can't be compared with the primary (exports read that one): ${reason}.`)];
  }
}

type Description = { system: string; name: string; isReplica: boolean };

/** Which database a URL leads to, and how. */
export async function describeDatabase(
  databaseUrl: string,
  dataDirectory: string,
): Promise<Description & { isPooled: boolean }> {
  const database = await openDatabase({ databaseUrl, dataDirectory, connectionsMax: 1 });
  try {
    const [row] = await withinCheckTime(
      database.sql<Description[]>`
        select
          system_identifier::text as system,
          current_database() as name,
          pg_is_in_recovery() as "isReplica"
        from pg_control_system()
      `.execute(),
    );
    if (row === undefined) throw new Error("it tells nothing of itself");
    return { ...row, isPooled: database.access.isPooled };
  } finally {
    await database.close().catch(() => undefined);
  }
}
