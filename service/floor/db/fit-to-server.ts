import type { Log } from "../../log.ts";
import { isDatabaseUnavailable } from "./is-unavailable.ts";
import type { Sql } from "./pool-types.ts";

/** What lies between the service and PostgreSQL; `auto` finds it out. */
export type PoolerSetting = "auto" | "transaction";

export type DatabaseAddress = {
  databaseUrl: string | null;
  databaseDirectUrl: string | null;
  databasePooler: PoolerSetting;
};

/** How a pool of connections has to speak to its server. */
export type ServerAccess = {
  /** Whether the database is part of a Citus cluster. */
  isCluster: boolean;
  /** Whether a pooler may give each transaction another session, so that a session keeps nothing for the next statement. */
  isPooled: boolean;
  /** Whether a statement that was prepared once is known to the next transaction. */
  prepares: boolean;
};

/** Of the embedded database. */
export const plainAccess: ServerAccess = { isCluster: false, isPooled: false, prepares: true };

/** PostgreSQL, appendix "Error Codes": protocol_violation. A pooler refuses settings with it that it can't give to a session. */
const protocolViolation = "08P01";
/** invalid_sql_statement_name, duplicate_prepared_statement: what is prepared is another session's. */
const foreignStatement = new Set<unknown>(["26000", "42P05"]);

/**
 * Finds out by the first statements of a pool how it has to speak to its server, and lets the pool do so from now on. It has to
 * begin without prepared statements, and with `plan_cache_mode` among the settings that its connections bring along.
 */
export async function fitToServer(
  sql: Sql,
  { pooler, log }: { pooler: PoolerSetting; log: Log | undefined },
): Promise<ServerAccess> {
  if (pooler === "transaction") bringNoSettings(sql);
  const access = await findAccess(sql).catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error;
    return null;
  });
  if (access?.isPooled === true) {
    log?.info("database_pooler", { pooling: "transaction", preparedStatements: access.prepares });
    const advice = log === undefined ? null : await adviceOnTimeout(sql);
    if (advice !== null) log?.warn("database_setting_missing", { advice });
  }
  // A server that gives no answer now is spoken to as a cluster: that is right for every server, and only slower.
  speak(sql, access ?? { isCluster: true, isPooled: pooler === "transaction", prepares: false });
  return access ?? { isCluster: false, isPooled: pooler === "transaction", prepares: false };
}

/** The address that migrations and commands open: a session of their own where there is a way to one. */
export function directAddress<P extends DatabaseAddress>(address: P): P {
  const { databaseDirectUrl } = address;
  return databaseDirectUrl === null
    ? address
    : { ...address, databaseUrl: databaseDirectUrl, databasePooler: "auto" };
}

/** For the connections that are opened from now on, and the statements that are sent. */
export function speak(sql: Sql, { isCluster, isPooled, prepares }: ServerAccess): void {
  if (isPooled) bringNoSettings(sql);
  // A plan made without the agency knows no server of a cluster to send the statement to.
  else if (isCluster) Object.assign(sql.options.connection, { plan_cache_mode: "auto" });
  Object.assign(sql.options, { prepare: prepares });
}

/** What to do about an error that a pooler brings which was not noticed; null for any other error. */
export function adviceOnPooler(error: unknown): { advice?: string } {
  return error instanceof Error && "code" in error && foreignStatement.has(error.code)
    ? { advice: "A pooler mixes sessions. Set DATABASE_POOLER=transaction and restart the service." }
    : {};
}

/** Behind a pooler the role has to bring the settings; what to do where it does not. */
export async function adviceOnTimeout(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ timeout: string; role: string }[]>`
    select current_setting('statement_timeout') as timeout, quote_ident(current_user) as role
  `;
  return row?.timeout === "0"
    ? `Behind a pooler a statement may run for ever. Run: alter role ${row.role} set statement_timeout = '30s'; alter role ${row.role} set jit = 'off';`
    : null;
}

/**
 * Settings that a pooler gave to one session would meet other statements there, and ours another session. A connection sends its
 * next statement only when the last one is answered: of four that were sent at once PgBouncer 1.18 left some unanswered for ever.
 */
function bringNoSettings({ options }: Sql): void {
  const { application_name } = options.connection;
  Object.assign(options, { connection: { application_name }, max_pipeline: 0 });
}

async function findAccess(sql: Sql): Promise<ServerAccess> {
  try {
    const { isOurs, isCluster } = await askSession(sql);
    if (isOurs) return { isCluster, isPooled: false, prepares: true };
    bringNoSettings(sql);
    return { isCluster, isPooled: true, prepares: await keepsPrepared(sql) };
  } catch (error) {
    if (!isRefusedSetting(error) || !("plan_cache_mode" in sql.options.connection)) throw error;
    bringNoSettings(sql);
    return await findAccess(sql);
  }
}

function isRefusedSetting(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === protocolViolation;
}

/**
 * Whether the session has the settings that its connection brought, which a pooler refuses or overlooks. On a cluster the session
 * that answers plans by values from now on: it has its settings already.
 */
async function askSession(sql: Sql): Promise<{ isOurs: boolean; isCluster: boolean }> {
  const [row] = await sql<{ isOurs: boolean; isCluster: boolean }[]>`
    select
      source = 'client' as "isOurs",
      extname is not null as "isCluster",
      case when source = 'client' and extname is not null then set_config(name, 'auto', false) end as mode
    from pg_settings
    left join pg_extension on extname = 'citus'
    where name = 'plan_cache_mode'
  `;
  return { isOurs: row?.isOurs === true, isCluster: row?.isCluster === true };
}

/**
 * Whether the pooler knows prepared statements (PgBouncer since 1.21, with `max_prepared_statements`): then it gives them names of
 * its own. Under the name that we gave, the session of this transaction alone knows it.
 */
async function keepsPrepared(sql: Sql): Promise<boolean> {
  return await sql.begin(async (transaction) => {
    Object.assign(sql.options, { prepare: true });
    const asking = transaction<{ name: string }[]>`select name from pg_prepared_statements`;
    const rows = await asking;
    Object.assign(sql.options, { prepare: false });
    const ownName = rows.statement.name;
    const isOurs = rows.some(({ name }) => name === ownName);
    if (isOurs) await transaction`deallocate ${transaction(ownName)}`;
    return !isOurs;
  });
}
