import type { Duplex } from "node:stream";
import postgres from "postgres";
import type { Log } from "../../log.ts";
import { askServer } from "./ask-server.ts";
import type { DatabaseServers } from "./parse-database-url.ts";
import type { Sql } from "./pool-types.ts";
import { watchPrimary } from "./watch-primary.ts";

/** What makes the driver's pool use one server of several. */
export type PrimaryOptions = {
  socket: () => Promise<Duplex>;
  /** The driver looks once more at each new connection: the server may have become a standby a moment ago. */
  target_session_attrs: "primary";
};

/** A healthy server answers within milliseconds. A slower one may only be busy, so its silence decides nothing. */
const answerSecondsMax = 2;
const connectSecondsMax = 1;

/**
 * Opens a pool by `connectPool` whose connections all lead to the one server of several that takes writes. Each of them is asked on a
 * connection of its own.
 */
export function openPrimary(
  { servers }: DatabaseServers,
  log: Log | undefined,
  connectPool: (options: PrimaryOptions) => Sql,
): { sql: Sql; endWatch(): Promise<void> } {
  const asked = servers.map(({ address, url }) => ({ address, sql: openWatching(url) }));
  const watch = watchPrimary(
    asked.map(({ address, sql }) => ({ address, ask: () => askServer(sql) })),
    { leave: () => dropConnections(pool), log },
  );
  const pool = connectPool({ socket: watch.dial, target_session_attrs: "primary" });
  return {
    sql: pool,
    async endWatch() {
      await Promise.all(asked.map(({ sql }) => sql.end({ timeout: 0 })));
      await watch.stop();
    },
  };
}

/** The driver keeps its connections to itself; our patch of it lets them be ended. */
function dropConnections(pool: Sql): void {
  const drop: unknown = Reflect.get(pool, "dropConnections");
  if (typeof drop !== "function")
    throw new Error("The database driver lacks its patch: run the set-up again.");
  drop();
}

function openWatching(url: string): Sql {
  return postgres(url, {
    max: 1,
    connect_timeout: connectSecondsMax,
    silence_timeout: answerSecondsMax,
    // Behind a pooler the next question may go to another session.
    prepare: false,
    backoff: () => 0,
    fetch_types: false,
    onnotice: () => {},
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    connection: { application_name: "pr-service watch" },
  });
}
