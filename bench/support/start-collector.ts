import {
  createFolder,
  removeFolder,
  startServer,
  untilReady,
  withFreePorts,
} from "../../test/support/server-process.ts";

export type Collector = { url: string; stop(): Promise<void> };

const program = new URL("./collect-server.ts", import.meta.url).pathname;

/** Starts the collector that page views are held against, on tables of its own in the same database. */
export async function startCollector(databaseUrl: string): Promise<Collector> {
  return await withFreePorts(1, async ([port = 0]) => {
    const folder = createFolder("bench-collector-");
    const url = `http://127.0.0.1:${port}`;
    const server = startServer({
      command: process.execPath,
      args: [program, String(port), databaseUrl],
      folder,
      exitSignal: "SIGKILL",
      environment: { NODE_ENV: "production" },
    });
    await untilReady(server, folder, async () => (await fetch(url).catch(() => null)) !== null);
    return {
      url,
      async stop() {
        await server.end("SIGKILL");
        removeFolder(folder);
      },
    };
  });
}
