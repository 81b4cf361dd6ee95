import type { Duplex } from "node:stream";
import postgres from "postgres";
import type { Log } from "../log.ts";
import { askServer } from "./ask-server.ts";
import type { DatabaseServers } from "./parse-database-url.ts";
import { watchPrimary } from "./watch-primary.ts";

/** What makes the driver's pool use one server of several. */
export type PrimaryOptions = {
  socket: () => Promise<Duplex>;
  /** The driver looks once more at each new connection: the server may have become a standby a moment ago. */
  target_session_attrs: "primary";
};

/** A server that is well answers within milliseconds. Whoever is slower may be busy; nothing is decided by that. */
const answerSecondsMax = 2;
const connectSecondsMax = 1;

/** Watches which of the servers takes writes, on a connection to each of them. */
export function openPrimary({ servers, urls }: DatabaseServers, log: Log | undefined) {
  const pools = urls.map((url) => openWatching(url));
  const watch = watchPrimary(
    servers.flatMap((address, index) => {
      const sql = pools[index];
      return sql === undefined ? [] : [{ address, ask: () => askServer(sql) }];
    }),
    log,
  );
  const driverOptions: PrimaryOptions = { socket: watch.dial, target_session_attrs: "primary" };
  return {
    driverOptions,
    async close(): Promise<void> {
      await Promise.all(pools.map((sql) => sql.end({ timeout: 0 })));
      await watch.stop();
    },
  };
}

function openWatching(url: string): postgres.Sql<{ bigint: number }> {
  return postgres(url, {
    max: 1,
    connect_timeout: connectSecondsMax,
    silence_timeout: answerSecondsMax,
    backoff: () => 0,
    fetch_types: false,
    onnotice: () => {},
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    connection: { application_name: "pr-service watch" },
  });
}
