import postgres from "postgres";
import { isServing, socketPathIn, startEmbedded } from "./embedded/start-embedded.ts";

/** The pool that features get: tagged templates, numbers for bigint (counts stay below 2^53), dates as Date. */
export type Sql = postgres.Sql<{ bigint: number }>;
/** A pool or a transaction on it: what a statement needs. */
export type Queryable = Sql | postgres.TransactionSql<{ bigint: number }>;

export type Database = {
  sql: Sql;
  kind: "server" | "embedded";
  close(): Promise<void>;
};

export type OpenOptions = {
  databaseUrl: string | null;
  dataDirectory: string;
  connectionsMax?: number;
};

const connectTimeoutSeconds = 3;
/** The driver's own pause grows to 20 s, over all connections together: long after an outage all would still be 503. */
const reconnectSecondsMax = 0.5;
/** Nothing on the request path may run longer on the server than it may keep its caller waiting. */
const statementTimeoutMs = 30_000;
const closeTimeoutSeconds = 5;

/**
 * Opens PostgreSQL at `databaseUrl`; without one, the embedded database of `dataDirectory`: the running service's over
 * its socket if there is one, else started here.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const connectionsMax = options.connectionsMax ?? 10;
  if (options.databaseUrl !== null) {
    const sql = connect(options.databaseUrl, { max: connectionsMax });
    return { sql, kind: "server", close: () => sql.end({ timeout: closeTimeoutSeconds }) };
  }
  const isShared = await isServing(options.dataDirectory);
  const stop = isShared ? null : await startEmbedded(options.dataDirectory);
  const sql = connect(null, { max: connectionsMax, path: socketPathIn(options.dataDirectory) });
  return {
    sql,
    kind: "embedded",
    async close() {
      await sql.end({ timeout: closeTimeoutSeconds });
      await stop?.();
    },
  };
}

function connect(url: string | null, options: { max: number; path?: string }): Sql {
  const shared = {
    ...options,
    connect_timeout: connectTimeoutSeconds,
    backoff: () => reconnectSecondsMax * (0.5 + Math.random() / 2),
    onnotice: () => {},
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    connection: { application_name: "pr-service", statement_timeout: statementTimeoutMs },
  };
  if (url !== null) return postgres(url, shared);
  return postgres({ ...shared, user: "postgres", database: "postgres" });
}
