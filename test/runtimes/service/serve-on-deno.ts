import type { Listener, ListenInput } from "../../../service/program/platform.ts";
import { packageFiles } from "./package-files.ts";
import { runOn } from "./run-on.ts";

/** `deno run -A serve-on-deno.ts PROJECT`, from the sources. */
const [, , project = ""] = process.argv;

/** What we use of Deno, whose own types would clash with Bun's. */
type DenoServer = { addr: { port: number }; shutdown(): Promise<void> };
declare const Deno: {
  serve(
    options: { hostname: string; port: number; onListen: () => void },
    handle: (request: Request, info: { remoteAddr: { hostname: string } }) => Promise<Response>,
  ): DenoServer;
};

await runOn({
  listen: listenOnDeno,
  files: packageFiles(project, {
    renderWorker: new URL("../../../service/features/reporting/exports/render-worker.ts", import.meta.url),
    feedWorker: new URL("../../../service/features/insights/providers/feed-worker.ts", import.meta.url),
    pageWorker: new URL("../../../service/features/insights/pages/page-worker.ts", import.meta.url),
    publicWorker: new URL("../../../service/edges/public-tools/public-worker.ts", import.meta.url),
    moveWorker: new URL("../../../service/features/moving/reading/move-worker.ts", import.meta.url),
    docxWorker: new URL("../../../service/press-text/docx/docx-worker.ts", import.meta.url),
    textWorker: new URL("../../../service/press-text/markdown/text-worker.ts", import.meta.url),
    pictureWorker: new URL("../../../service/program/pictures/picture-worker.ts", import.meta.url),
  }),
});

async function listenOnDeno({ host, port, fetch }: ListenInput): Promise<Listener> {
  const server = Deno.serve({ hostname: host, port, onListen: () => {} }, (request, { remoteAddr }) =>
    fetch(request, { address: remoteAddr.hostname, isTls: false }),
  );
  return {
    url: `http://${host}:${server.addr.port}`,
    // Deno has no time-out for readers.
    allowSlowReader: () => {},
    // Deno closes its listener together with idle connections only.
    refuseConnections: () => {},
    drain: () => server.shutdown(),
    close: async () => {},
  };
}
