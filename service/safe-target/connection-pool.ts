import type { CheckedTarget } from "./check-target.ts";
import type { Connection } from "./open-connection.ts";

/** Connections that wait for another request to the same origin at the same address. */
export type ConnectionPool = {
  /** Hands out the one that was used last, if there is one. Whoever takes it owns it. */
  take(target: CheckedTarget, ca: string | undefined): Connection | null;
  give(target: CheckedTarget, ca: string | undefined, connection: Connection): void;
  /** Closes all that wait. */
  clear(): void;
};

/** As many as one process has deliveries under way; each waiting one costs a socket and, with TLS, some 50 KB. */
const waitingMax = 64;
/** Below the 5 s after which Node and Apache close one by themselves: a request that crosses such a close has to be repeated. */
const waitingMsMaxDefault = 4_000;
/** So that an expired or withdrawn certificate, or a receiver that moved load elsewhere, is noticed. */
const ageMsMax = 60_000;

type Waiting = { key: string; connection: Connection; sinceMs: number };

/**
 * Keeps connections between requests. The name of the target is looked up and checked anew before each request; a connection
 * is handed out only when that look-up came to the very address that the connection leads to.
 */
export function createConnectionPool(waitingMsMax: number = waitingMsMaxDefault): ConnectionPool {
  /** Oldest first. */
  const waiting: Waiting[] = [];
  let isSweepDue = false;

  return {
    take(target, ca) {
      sweep();
      const key = keyOf(target, ca);
      const index = waiting.findLastIndex((each) => each.key === key);
      if (index === -1) return null;
      const [found] = waiting.splice(index, 1);
      if (found === undefined) return null;
      found.connection.keepProcessAlive(true);
      return found.connection;
    },
    give(target, ca, connection) {
      if (performance.now() - connection.openedAtMs > ageMsMax) return connection.destroy();
      const entry = { key: keyOf(target, ca), connection, sinceMs: performance.now() };
      const leave = () => {
        const index = waiting.indexOf(entry);
        if (index !== -1) waiting.splice(index, 1);
        connection.destroy();
      };
      // Whatever comes before a request was sent is no answer to one.
      connection.use({ onReady() {}, onBytes: leave, onEnd: leave, onFailure: leave });
      connection.keepProcessAlive(false);
      waiting.push(entry);
      if (waiting.length > waitingMax) waiting.shift()?.connection.destroy();
      if (!isSweepDue) sweepLater();
    },
    clear() {
      for (const { connection } of waiting.splice(0)) connection.destroy();
    },
  };

  function sweepLater(): void {
    isSweepDue = true;
    setTimeout(() => {
      isSweepDue = false;
      sweep();
      if (waiting.length > 0) sweepLater();
    }, waitingMsMax).unref();
  }

  function sweep(): void {
    const now = performance.now();
    while (waiting[0] !== undefined && now - waiting[0].sinceMs > waitingMsMax) {
      waiting.shift()?.connection.destroy();
    }
  }
}

/** Scheme, host and port of the URL, the checked address, and whom to trust: what a connection was opened and checked for. */
function keyOf({ url, address }: CheckedTarget, ca: string | undefined): string {
  return `${url.protocol}//${url.host} ${address} ${ca ?? ""}`;
}
