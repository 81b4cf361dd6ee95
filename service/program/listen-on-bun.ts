import {
  idleTimeoutSeconds,
  type Listener,
  type ListenInput,
  requestBodyBytesMax,
  slowReaderTimeoutSeconds,
} from "./platform.ts";
import { refuseConnections } from "./sockets/refuse-connections.ts";
import { readTlsFiles } from "./tls/read-tls-files.ts";

/**
 * Serves `fetch` with Bun's own server; with `tls`, HTTPS. A renewed certificate is taken at the next start, because Bun's
 * `reload` keeps the old one.
 * Throws what Bun throws for a port in use, and TlsFilesError for files that can't be used.
 */
export async function listenOnBun({ host, port, tls, sharesPort, fetch }: ListenInput): Promise<Listener> {
  const server = Bun.serve({
    hostname: host,
    port,
    reusePort: sharesPort === true,
    idleTimeout: idleTimeoutSeconds,
    maxRequestBodySize: requestBodyBytesMax,
    ...(tls === null ? {} : { tls: await readTlsFiles(tls) }),
    fetch: (request, connection) =>
      fetch(request, { address: connection.requestIP(request)?.address ?? "", isTls: tls !== null }),
    // Never Bun's own page, which shows source code: what comes here got past every handler of ours.
    error: () => Response.json({ error: "internal_error" }, { status: 500 }),
  });
  return {
    url: server.url.href.replace(/\/$/, ""),
    allowSlowReader: (request) => server.timeout(request, slowReaderTimeoutSeconds),
    refuseConnections: () => void refuseConnections(server.port ?? port),
    drain: () => server.stop(),
    close: () => server.stop(true),
  };
}
