import { setTimeout } from "node:timers/promises";
import {
  idleTimeoutSeconds,
  type Listener,
  type ListenInput,
  requestBodyBytesMax,
  slowReaderTimeoutSeconds,
} from "./platform.ts";
import { refuseConnections } from "./sockets/refuse-connections.ts";
import { steerToYounger } from "./sockets/steer-to-younger.ts";
import { readTlsFiles, type TlsPair } from "./tls/read-tls-files.ts";
import { watchTlsFiles } from "./tls/watch-tls-files.ts";
import { createTraffic } from "./traffic.ts";

/**
 * Serves `fetch` with Bun's own server; with `tls`, HTTPS whose certificate is replaced when its files change.
 * Throws what Bun throws for a port in use, and TlsFilesError for files that can't be used.
 */
export async function listenOnBun(input: ListenInput): Promise<Listener> {
  const { tls, log } = input;
  if (tls === null) return listenerOf([open(input, input.port, null)]);
  const first = await readTlsFiles(tls);
  // With reusePort two programs would share one port unseen, so a plain bind looks first whether it is free.
  const probe = open(input, input.port, null);
  const port = probe.port ?? input.port;
  await probe.stop(true);
  let newest = openHttps(input, port, first);
  const servers = [newest.server];
  const stopWatching = watchTlsFiles({
    files: tls,
    current: first,
    log,
    // Bun's reload() keeps the old certificate. So a second server takes the port, and then the first one lets go: new
    // connections never find the port closed, and open ones are served to their end.
    use(pair) {
      const retired = newest;
      newest = openHttps(input, port, pair);
      servers.push(newest.server);
      return retire(retired);
    },
  });
  return listenerOf(servers, stopWatching);

  /**
   * Bun stops together with connections whose request it has not read. So the old server serves on, with nobody new, until
   * each of its clients has been told to go or has been silent for so long that it was hung up on.
   */
  async function retire({ server, traffic }: ReturnType<typeof openHttps>): Promise<void> {
    traffic.leave();
    if (steerToYounger(port)) await setTimeout((idleTimeoutSeconds + 1) * 1000, undefined, { ref: false });
    void server.stop().then(() => servers.splice(servers.indexOf(server), 1));
  }
}

function openHttps(input: ListenInput, port: number, pair: TlsPair) {
  const traffic = createTraffic(input.fetch);
  return { server: open({ ...input, fetch: traffic.fetch }, port, pair), traffic };
}

type BunServer = ReturnType<typeof open>;

/** `servers`: the newest last; older ones finish what they have. */
function listenerOf(servers: BunServer[], stopWatching = () => {}): Listener {
  const newest = () => servers.at(-1);
  return {
    url: newest()?.url.href.replace(/\/$/, "") ?? "",
    allowSlowReader: (request) => newest()?.timeout(request, slowReaderTimeoutSeconds),
    refuseConnections() {
      stopWatching();
      for (const { port } of servers) refuseConnections(port ?? 0);
    },
    async drain() {
      stopWatching();
      await Promise.all(servers.map((server) => server.stop()));
    },
    async close() {
      stopWatching();
      await Promise.all(servers.map((server) => server.stop(true)));
    },
  };
}

function open({ host, fetch }: ListenInput, port: number, tls: TlsPair | null) {
  return Bun.serve({
    hostname: host,
    port,
    idleTimeout: idleTimeoutSeconds,
    maxRequestBodySize: requestBodyBytesMax,
    ...(tls === null ? {} : { tls, reusePort: true }),
    fetch: (request, connection) =>
      fetch(request, { address: connection.requestIP(request)?.address ?? "", isTls: tls !== null }),
    // Never Bun's own page, which shows source code: what comes here got past every handler of ours.
    error: () => Response.json({ error: "internal_error" }, { status: 500 }),
  });
}
