import "./fill-older-node.ts";
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from "@hono/node-server";
import { idleTimeoutSeconds, type Listener, type ListenInput } from "../../../service/program/platform.ts";
import { packageFiles } from "./package-files.ts";
import { runOn } from "./run-on.ts";

/** `node serve-on-node.js PROJECT`: bundled before, as Node 20 reads no TypeScript; its threads lie beside it. */
const [, , project = ""] = process.argv;

await runOn({
  listen: listenOnNode,
  files: packageFiles(project, {
    renderWorker: new URL("./render-worker.js", import.meta.url),
    feedWorker: new URL("./feed-worker.js", import.meta.url),
    pageWorker: new URL("./page-worker.js", import.meta.url),
    publicWorker: new URL("./public-worker.js", import.meta.url),
    moveWorker: new URL("./move-worker.js", import.meta.url),
    docxWorker: new URL("./docx-worker.js", import.meta.url),
    textWorker: new URL("./text-worker.js", import.meta.url),
    pictureWorker: new URL("./picture-worker.js", import.meta.url),
  }),
});

async function listenOnNode({ host, port, fetch }: ListenInput): Promise<Listener> {
  const server = createAdaptorServer({
    fetch: (request: Request, { incoming }: HttpBindings | Http2Bindings) =>
      fetch(request, { address: incoming.socket.remoteAddress ?? "", isTls: false }),
    overrideGlobalObjects: false,
  });
  server.setTimeout(idleTimeoutSeconds * 1000);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${taken}`,
    // Node's time-out is one of the socket, which a slow reader keeps awake.
    allowSlowReader: () => {},
    // Node closes a listener by itself, and idle connections with it, as drain() does a moment later.
    refuseConnections: () => {},
    drain: () => new Promise((resolve) => server.close(() => resolve())),
    close: async () => {
      if ("closeAllConnections" in server) server.closeAllConnections();
    },
  };
}
