import { askServer } from "../../../floor/db/ask-server.ts";
import { openDatabase, type Sql } from "../../../floor/db/open.ts";
import { parseDatabaseUrl } from "../../../floor/db/parse-database-url.ts";
import { type Check, reasonOf, unwell, well, withinCheckTime } from "./check.ts";

/** A WAL segment: a standby in step is kilobytes behind. */
const lagBytesMax = 16 * 1024 * 1024;

type Server = { name: string; system: string; isPrimary: boolean; reason: string | null };
type Standby = { name: string; state: string | null; isSynchronous: boolean | null; lagBytes: number | null };
type Settings = { names: string; commit: string };

/** Looks at each server of a DATABASE_URL with several, and at what a failover would lose. Nothing to say of a single one. */
export async function checkStandby(databaseUrl: string | null): Promise<Check[]> {
  const parsed = databaseUrl === null ? null : parseDatabaseUrl(databaseUrl);
  if (databaseUrl === null || parsed === null || typeof parsed === "string" || !parsed.isWritableOnly)
    return [];
  const found = await Promise.all(
    parsed.servers.map(({ address, url }) => look(`${address.host}:${address.port}`, url)),
  );
  const servers = judgeServers(found);
  if (!servers.ok && !found.some(({ isPrimary }) => isPrimary))
    return [servers, unwell("standby", "Not known, because no server takes writes.")];
  const standby = await onServer(databaseUrl, readStandbys)
    .then(({ settings, standbys }) => judgeStandbys(settings, standbys))
    .catch((error: unknown) => unwell("standby", `It can't be looked at: ${reasonOf(error)}.`));
  return [servers, standby];
}

async function look(name: string, url: string): Promise<Server> {
  try {
    return await onServer(url, async (sql) => {
      const answer = await askServer(sql);
      const [row] = await sql<{ system: string }[]>`
        select system_identifier::text as system from pg_control_system()
      `;
      const isPrimary = "timeline" in answer;
      return { name, system: row?.system ?? "", isPrimary, reason: null };
    });
  } catch (error) {
    return { name, system: "", isPrimary: false, reason: reasonOf(error) };
  }
}

async function onServer<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl: url, dataDirectory: "", connectionsMax: 1 });
  try {
    return await withinCheckTime(work(database.sql));
  } finally {
    await database.close().catch(() => undefined);
  }
}

export function judgeServers(servers: readonly Server[]): Check {
  const name = "database_servers";
  const away = servers.find(({ reason }) => reason !== null);
  if (away !== undefined)
    return unwell(name, `${away.name} can't be used: ${away.reason}. Start it, or correct DATABASE_URL.`);
  if (new Set(servers.map(({ system }) => system)).size > 1)
    return unwell(
      name,
      "The servers hold different databases, none a copy of the other. Correct DATABASE_URL.",
    );
  const primaries = servers.filter(({ isPrimary }) => isPrimary).map((server) => server.name);
  if (primaries.length === 1)
    return well(name, `All ${servers.length} answer, ${primaries[0]} is the primary.`);
  return primaries.length === 0
    ? unwell(
        name,
        "None takes writes. Promote a standby, or look at what manages them (`pg_autoctl show state`).",
      )
    : unwell(
        name,
        `${primaries.join(" and ")} all take writes. Stop the old primary, and make it a standby of the new one.`,
      );
}

async function readStandbys(sql: Sql): Promise<{ settings: Settings; standbys: Standby[] }> {
  const [settings] = await sql<Settings[]>`
    select
      current_setting('synchronous_standby_names') as names,
      current_setting('synchronous_commit') as commit
  `;
  const standbys = await sql<Standby[]>`
    select
      application_name as name,
      state,
      sync_state in ('sync', 'quorum') as "isSynchronous",
      pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint as "lagBytes"
    from pg_stat_replication
  `;
  return { settings: settings ?? { names: "", commit: "" }, standbys };
}

export function judgeStandbys({ names, commit }: Settings, standbys: readonly Standby[]): Check {
  const name = "standby";
  if (standbys.length === 0)
    return unwell(
      name,
      "No standby copies the primary: there is nothing to fail over to. Start it, or connect it anew.",
    );
  if (standbys.every(({ state }) => state === null))
    return unwell(name, "This user may not see the standby. Run `grant pg_monitor to ROLE` as a superuser.");
  if (names === "")
    return unwell(
      name,
      "synchronous_standby_names is empty: a failover may lose the last commits. Set it to ANY 1 (*) on the primary; pg_auto_failover does so by itself once the standby is in step.",
    );
  if (commit === "off" || commit === "local")
    return unwell(
      name,
      `synchronous_commit is ${commit}: a failover may lose the last commits. Set it to on.`,
    );
  const synchronous = standbys.filter(({ isSynchronous }) => isSynchronous === true);
  if (synchronous.length === 0)
    return unwell(
      name,
      "No standby that is connected is a synchronous one. Correct synchronous_standby_names.",
    );
  const lagBytes = Math.min(...synchronous.map((standby) => standby.lagBytes ?? Number.POSITIVE_INFINITY));
  const behind = `${(lagBytes / 1024 / 1024).toFixed(1)} MB behind`;
  return lagBytes <= lagBytesMax
    ? well(name, `A synchronous standby is there, ${behind}.`)
    : unwell(
        name,
        `The standby is ${behind}: reads after a failover wait for it. Look at its disk and network.`,
      );
}
