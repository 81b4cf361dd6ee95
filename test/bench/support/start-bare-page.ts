import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  createFolder,
  removeFolder,
  startServer,
  untilReady,
  withFreePorts,
} from "../../support/server-process.ts";

export type BarePage = { url: string; stop(): Promise<void> };

const program = new URL("./bare-page.ts", import.meta.url).pathname;

/** Starts a bare Elysia route that answers with the text and the headers of a page of ours. */
export async function startBarePage(page: {
  html: string;
  headers: Record<string, string>;
}): Promise<BarePage> {
  return await withFreePorts(1, async ([port = 0]) => {
    const folder = createFolder("bench-page-");
    const file = join(folder, "page.json");
    writeFileSync(file, JSON.stringify(page));
    const url = `http://127.0.0.1:${port}`;
    const server = startServer({
      command: process.execPath,
      args: [program, String(port), file],
      folder,
      exitSignal: "SIGKILL",
      environment: { NODE_ENV: "production" },
    });
    await untilReady(
      server,
      folder,
      async () => (await fetch(`${url}/newsroom/a/b`).catch(() => null))?.status === 200,
    );
    return {
      url,
      async stop() {
        await server.end("SIGKILL");
        removeFolder(folder);
      },
    };
  });
}
