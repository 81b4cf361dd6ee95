import { createServer, type Server } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { readDatabaseFiles } from "./database-files.ts";
import { serveConnection } from "./serve-connection.ts";
import { serveStillness } from "./serve-stillness.ts";
import { createTurnstile } from "./turnstile.ts";
import { unpackPreparedDatabase } from "./unpack-prepared-database.ts";

/**
 * The worker that owns the embedded database. PGlite runs SQL on its calling thread, so it lives here and HTTP never
 * waits for a statement. Messages to the parent: `{ ready }` or `{ failure }`; from the parent: `"close"`.
 */
const { directory, socketPath, stillnessSocket } = workerData as {
  directory: string;
  socketPath: string;
  stillnessSocket: string;
};

try {
  const [files] = await Promise.all([readDatabaseFiles(), unpackPreparedDatabase(directory)]);
  const database = await PGlite.create({ dataDir: directory, ...files });
  const turnstile = createTurnstile();
  const server = createServer((socket) => serveConnection(socket, database, turnstile));
  const stillness = serveStillness(database, turnstile);
  await listen(stillness, stillnessSocket);
  await listen(server, socketPath);
  parentPort?.on("message", async () => {
    server.close();
    stillness.close();
    await turnstile.enter();
    await database.close();
    parentPort?.postMessage({ closed: true });
  });
  parentPort?.postMessage({ ready: true });
} catch (error) {
  parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) });
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
}
