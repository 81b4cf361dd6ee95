import { readConnectionsMax } from "../../../floor/db/connections-max-sql.ts";
import { adviceOnTimeout } from "../../../floor/db/fit-to-server.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { Config } from "../../../program/config.ts";
import { type Check, type OpenedDatabase, reasonOf, unwell, well, withinCheckTime } from "./check.ts";
import { describeDatabase } from "./check-replica.ts";

type DatabaseSettings = Pick<
  Config,
  "databaseUrl" | "databaseDirectUrl" | "databaseConnections" | "dataDirectory"
>;

const name = "connections";

/** Looks whether PostgreSQL takes what a process may open; behind a pooler, whether its sessions are as the service needs them. */
export async function checkConnections(
  settings: DatabaseSettings,
  database: OpenedDatabase,
): Promise<Check[]> {
  // That it can't be reached is said by the check of the database.
  if (settings.databaseUrl === null || database === null || "error" in database) return [];
  const { sql, access } = database;
  try {
    if (!access.isPooled)
      return [judgeConnections(settings.databaseConnections, await withinCheckTime(readConnectionsMax(sql)))];
    return [await withinCheckTime(checkPooler(sql, settings, access.prepares))];
  } catch (error) {
    return [unwell(name, `They can't be looked at: ${reasonOf(error)}.`)];
  }
}

function judgeConnections(needed: number, free: number): Check {
  return needed <= free
    ? well(name, `A process opens ${needed} at most, and PostgreSQL takes ${free} of all programs together.`)
    : unwell(
        name,
        `A process may open ${needed}, and PostgreSQL takes ${free} of all programs together. Raise its max_connections, or lower DATABASE_CONNECTIONS.`,
      );
}

async function checkPooler(
  sql: Sql,
  { databaseUrl, databaseDirectUrl, dataDirectory }: DatabaseSettings,
  prepares: boolean,
): Promise<Check> {
  const advice = await adviceOnTimeout(sql);
  if (advice !== null) return unwell(name, advice);
  const found = `A pooler is in between, ${prepares ? "with" : "without"} prepared statements.`;
  if (databaseDirectUrl === null || databaseUrl === null)
    return well(name, `${found} Migrations go by it too: DATABASE_DIRECT_URL would spare them that.`);
  const [pooled, direct] = await Promise.all(
    [databaseUrl, databaseDirectUrl].map((url) => describeDatabase(url, dataDirectory)),
  );
  if (pooled?.system !== direct?.system || pooled?.name !== direct?.name)
    return unwell(name, "DATABASE_DIRECT_URL leads to another database than DATABASE_URL. Correct it.");
  return direct?.isPooled === true
    ? unwell(name, "DATABASE_DIRECT_URL leads to a pooler as well. Name PostgreSQL itself.")
    : well(name, `${found} Migrations and commands go by DATABASE_DIRECT_URL.`);
}
