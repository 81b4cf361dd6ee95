import { connect } from "node:net";
import { Duplex } from "node:stream";
import type { Log } from "../../log.ts";
import { pause } from "../concurrency/pause.ts";
import type { ServerAnswer } from "./ask-server.ts";
import type { ServerAddress } from "./parse-database-url.ts";

export type WatchedServer = {
  address: ServerAddress;
  /** Asks the server whether it takes writes. The promise has to settle within seconds, or the other servers wait. */
  ask(): Promise<ServerAnswer>;
};

export type PrimaryWatch = {
  /** A connection to the server that takes writes; where there is none, one that fails at once and says why. */
  dial(): Promise<Duplex>;
  stop(): Promise<void>;
};

type Seen = WatchedServer & { name: string; timeline: number | null; reason: string };

/** Writes have to go on within 3 s of a promotion. */
const pauseMs = 500;

/**
 * Asks every server twice a second whether it takes writes, and dials the one that does. `leave` has to end the connections to
 * the one before. Of two that take writes the one with the higher timeline was promoted later: the other is an old primary
 * that does not know it yet. A server that gives no answer stays what it was until another one is promoted, because it may
 * only be busy.
 */
export function watchPrimary(
  servers: readonly WatchedServer[],
  { leave, log }: { leave: () => void; log: Log | undefined },
): PrimaryWatch {
  const seen = servers.map(
    (server): Seen => ({ ...server, name: nameOf(server.address), timeline: null, reason: "" }),
  );
  const stopping = new AbortController();
  let primary: Seen | null = null;
  /** The newest timeline seen. A server of an older one is never dialled, even while the newer gives no answer: what it took would be lost. */
  let timelineMin = 0;

  async function look(server: Seen): Promise<void> {
    try {
      const answer = await server.ask();
      server.timeline = "timeline" in answer ? answer.timeline : null;
      server.reason = "reason" in answer ? answer.reason : "was primary before another one";
      choose();
    } catch (error) {
      server.reason = `gives no answer (${reasonOf(error)})`;
    }
  }

  function choose(): void {
    timelineMin = Math.max(timelineMin, ...seen.map(({ timeline }) => timeline ?? 0));
    const newest = seen.filter(({ timeline }) => timeline === timelineMin);
    const chosen = newest.find((server) => server === primary) ?? newest[0] ?? null;
    if (chosen === primary) return;
    primary = chosen;
    if (chosen === null) log?.warn("no_writable_database", { error: noWritableServer(seen) });
    else log?.info("database_primary", { server: chosen.name, timeline: chosen.timeline });
    leave();
  }

  async function watch(server: Seen): Promise<void> {
    while (!stopping.signal.aborted) {
      await look(server);
      await pause(pauseMs, stopping.signal, { ref: false });
    }
  }

  const firstLooks = Promise.all(seen.map(look));
  const watching = firstLooks.then(() => Promise.all(seen.map(watch)));

  return {
    async dial() {
      await firstLooks;
      if (primary === null) return refusedSocket(noWritableServer(seen));
      const { address } = primary;
      // The driver reads host and port from it, for the name in a certificate.
      return Object.assign(connect(address), address);
    },
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}

function nameOf({ host, port }: ServerAddress): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

/** A connection that fails as soon as it is written to: the driver takes an error from a connection only. */
function refusedSocket(error: Error): Duplex {
  return new Duplex({
    read() {},
    write(_chunk, _encoding, report) {
      report(error);
    },
  });
}

/** As the driver's own errors it has a code, by which it is taken for a database that is away. */
function noWritableServer(servers: readonly { name: string; reason: string }[]): Error {
  const list = servers.map(({ name, reason }) => `${name} ${reason}`).join("; ");
  return Object.assign(new Error(`No server of the database takes writes: ${list}.`), {
    code: "NO_WRITABLE_SERVER",
  });
}
