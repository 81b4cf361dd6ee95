import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a server of the test that can be disturbed as a network is. */
export type TcpProxy = {
  host: string;
  port: number;
  /** Breaks every connection, and each new one at once. */
  cut(): void;
  /** Takes connections and bytes, and hands nothing on; what came meanwhile goes on after `mend`. */
  hang(): void;
  /** Hands each piece on `delayMs` later, in both directions. */
  slow(delayMs: number): void;
  /**
   * The server's side of every connection is gone and nobody told the client, as after a failover or in a firewall that
   * forgot: what it sends is taken and lost. New connections get as far, until `mend`; the old ones stay dead after it.
   */
  halfOpen(): void;
  mend(): void;
  stop(): Promise<void>;
};

type Way = { client: Socket; server: Socket };
type Mode = { kind: "open" | "cut" | "hung" | "half-open" } | { kind: "slow"; delayMs: number };

const hostDefault = "127.0.0.1";

/** Listens on a port of its own, or where `at` says, and hands everything on to `target`. */
export async function startTcpProxy(
  target: { host: string; port: number },
  at: { host: string; port: number } = { host: hostDefault, port: 0 },
): Promise<TcpProxy> {
  const ways = new Set<Way>();
  const dead = new Set<Socket>();
  let mode: Mode = { kind: "open" };

  const listener = createServer({ allowHalfOpen: true }, (client) => {
    client.on("error", () => {});
    if (mode.kind === "cut") return client.destroy();
    if (mode.kind === "half-open") {
      dead.add(client.resume());
      return;
    }
    const server = connect({ ...target, allowHalfOpen: true });
    const way = { client, server };
    ways.add(way);
    handOn(way, client, server);
    handOn(way, server, client);
    if (mode.kind === "hung") pause(way);
  });

  function handOn(way: Way, from: Socket, to: Socket): void {
    const waiting: (() => void)[] = [];
    // What comes after `mend` waits its turn behind what is still delayed: bytes that overtake others are no slow network.
    const later = (work: () => void) => {
      if (mode.kind !== "slow" && waiting.length === 0) return work();
      waiting.push(work);
      setTimeout(() => waiting.shift()?.(), mode.kind === "slow" ? mode.delayMs : 0);
    };
    from.on("error", () => {});
    from.on("data", (chunk) => later(() => to.write(chunk)));
    from.on("end", () => later(() => to.end()));
    from.on("close", () => {
      if (dead.has(from)) return;
      ways.delete(way);
      later(() => to.destroy());
    });
  }

  function pause({ client, server }: Way): void {
    client.pause();
    server.pause();
  }

  await new Promise<void>((resolve) => listener.listen(at.port, at.host, resolve));
  return {
    host: at.host,
    port: (listener.address() as AddressInfo).port,
    cut() {
      mode = { kind: "cut" };
      for (const { client, server } of ways) {
        client.destroy();
        server.destroy();
      }
    },
    hang() {
      mode = { kind: "hung" };
      for (const way of ways) pause(way);
    },
    slow(delayMs) {
      mode = { kind: "slow", delayMs };
    },
    halfOpen() {
      mode = { kind: "half-open" };
      for (const { client, server } of ways) {
        dead.add(client);
        client.removeAllListeners("data").removeAllListeners("end").removeAllListeners("close").resume();
        server.removeAllListeners("data").removeAllListeners("end").removeAllListeners("close").destroy();
      }
      ways.clear();
    },
    mend() {
      mode = { kind: "open" };
      for (const { client, server } of ways) {
        client.resume();
        server.resume();
      }
    },
    async stop() {
      for (const socket of [...dead, ...[...ways].flatMap(({ client, server }) => [client, server])])
        socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
