import postgres from "postgres";
import type { Log } from "../../log.ts";
import { arrayTypes } from "./array-types.ts";
import type { OwnerKind } from "./embedded/directory-owner.ts";
import { openEmbedded } from "./embedded/open-embedded.ts";
import { socketPathIn } from "./embedded/start-embedded.ts";
import { fitToServer, type PoolerSetting, plainAccess, type ServerAccess, speak } from "./fit-to-server.ts";
import { openPrimary, type PrimaryOptions } from "./open-primary.ts";
import { parseDatabaseUrl } from "./parse-database-url.ts";
import type { Queryable, Sql } from "./pool-types.ts";

export type { Queryable, Sql };

export type Database = {
  sql: Sql;
  kind: "server" | "embedded";
  access: ServerAccess;
  /** Lets statements that run come to their end, for at most `timeoutMs`, and then breaks them off. */
  close(timeoutMs?: number): Promise<void>;
};

export type OpenOptions = {
  databaseUrl: string | null;
  dataDirectory: string;
  connectionsMax?: number;
  /** Gives up a connection that owes an answer for longer than any statement may run: its server vanished without a word. */
  endsSilentConnections?: boolean;
  /** Logs when the embedded database ends by itself, and when it is back. */
  log?: Log;
  /** A service owns the embedded database and refuses to share it; a command, the default, uses that of a running service. */
  kind?: OwnerKind;
  /** A command that may not share it: what a service writes beside it would be missed. */
  isAlone?: boolean;
  /** Whether the embedded database syncs each commit to disk, unless it runs already; yes without a word. */
  embeddedSync?: boolean;
  /** Whether a connection pooler stands between the service and PostgreSQL. */
  databasePooler?: PoolerSetting;
  /** How to speak to the server, where that is known already; else it is found out. */
  access?: ServerAccess;
};

/** Of the embedded database, and of tests. */
const connectionsMaxDefault = 10;
const connectTimeoutSeconds = 3;
/** The embedded database has one backend: a command waits for a service's first round of loops, seconds on a busy machine. */
const embeddedConnectTimeoutSeconds = 15;
/** The driver's own pause grows to 20 s, over all connections together: long after an outage all would still be 503. */
const reconnectSecondsMax = 0.5;
/** Nothing on the request path may run longer on the server than it may keep its caller waiting. */
const statementTimeoutMs = 30_000;
/** A little longer than the server lets a statement run; the kernel would wait for a quarter of an hour. */
const silenceMaxSeconds = statementTimeoutMs / 1000 + 5;
/**
 * In addition to the 100 on each connection: about a second of work for a server that is back. While a server hangs, further
 * statements would belong to callers who already got their 503.
 */
const waitingStatementsMax = 1_000;
const closeTimeoutMsDefault = 5_000;
/**
 * Plans each statement once per connection, but for a cluster. By default the server of a large database plans the report of a
 * release anew for each call.
 */
const planCacheMode = "force_generic_plan";
/**
 * Off, because with a long queue the server compiled the claim of webhook messages each time, which took far longer than the
 * claim itself.
 */
const compilesStatements = "off";

/**
 * Opens PostgreSQL at `databaseUrl`; without one, the embedded database of `dataDirectory`: for a command the running
 * service's over its socket if there is one, else started here.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const connectionsMax = options.connectionsMax ?? connectionsMaxDefault;
  if (options.databaseUrl !== null) {
    const silence_timeout = options.endsSilentConnections === true ? silenceMaxSeconds : null;
    const parsed = parseDatabaseUrl(options.databaseUrl);
    if (typeof parsed === "string") throw new Error(parsed);
    const [server] = parsed.servers;
    if (!parsed.isWritableOnly || server === undefined) {
      const path = server?.address.path;
      const sql = connect(options.databaseUrl, {
        max: connectionsMax,
        silence_timeout,
        ...(path !== undefined && { path }),
      });
      return await asServer(sql, options, (timeoutMs) => end(sql, timeoutMs));
    }
    const { sql, endWatch } = openPrimary(parsed, options.log, (primary) =>
      connect(server.url, { max: connectionsMax, silence_timeout, ...primary }),
    );
    return await asServer(sql, options, async (timeoutMs) => {
      await end(sql, timeoutMs);
      await endWatch();
    });
  }
  const stop = await openEmbedded(options);
  const sql = connect(null, { max: connectionsMax, path: socketPathIn(options.dataDirectory) });
  return {
    sql,
    kind: "embedded",
    access: plainAccess,
    async close(timeoutMs) {
      await end(sql, timeoutMs);
      await stop();
    },
  };
}

async function asServer(sql: Sql, options: OpenOptions, close: Database["close"]): Promise<Database> {
  const { databasePooler: pooler = "auto", log } = options;
  if (options.access !== undefined) speak(sql, options.access);
  const finding = options.access ?? fitToServer(sql, { pooler, log });
  const access = await Promise.resolve(finding).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { sql, kind: "server", access, close };
}

async function end(sql: Sql, timeoutMs = closeTimeoutMsDefault): Promise<void> {
  await sql.end({ timeout: Math.min(timeoutMs, closeTimeoutMsDefault) / 1000 });
}

function connect(
  url: string | null,
  options: { max: number; path?: string; silence_timeout?: number | null } & Partial<PrimaryOptions>,
): Sql {
  const shared = {
    ...options,
    max_waiting: waitingStatementsMax,
    connect_timeout: connectTimeoutSeconds,
    backoff: () => reconnectSecondsMax * (0.5 + Math.random() / 2),
    onnotice: () => {},
    fetch_types: false,
    array_types: arrayTypes,
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    connection: { application_name: "pr-service", statement_timeout: statementTimeoutMs },
  };
  if (url === null) {
    const embedded = {
      user: "postgres",
      database: "postgres",
      connect_timeout: embeddedConnectTimeoutSeconds,
    };
    return postgres({ ...shared, ...embedded });
  }
  const connection = { ...shared.connection, plan_cache_mode: planCacheMode, jit: compilesStatements };
  // No prepared statements until it is known that no pooler hands one session's connection to another.
  return postgres(url, { ...shared, connection, prepare: false });
}
