import { rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { readCreationFiles, readDatabaseFiles } from "./database-files.ts";
import type { DatabasePaths, ThreadMessage } from "./database-thread.ts";
import { serveConnection } from "./serve-connection.ts";
import { serveStillness } from "./serve-stillness.ts";
import { createTurnstile } from "./turnstile.ts";
import { unpackPreparedDatabase } from "./unpack-prepared-database.ts";

/**
 * The worker that owns the embedded database. PGlite runs SQL on its calling thread, so it lives here and HTTP never
 * waits for a statement. It tells the parent what ThreadMessage lists; from the parent comes `"close"`.
 */
const { directory, socketPath, stillnessSocket } = workerData as DatabasePaths;
const tell = (message: ThreadMessage) => parentPort?.postMessage(message);

try {
  const [files, creationFiles] = await Promise.all([
    readDatabaseFiles(),
    unpackPreparedDatabase(directory).then(() => readCreationFiles(directory)),
  ]);
  const database = await PGlite.create({ dataDir: directory, ...files, ...creationFiles });
  const turnstile = createTurnstile();
  const server = createServer((socket) => serveConnection({ socket, database, turnstile, onPanic }));
  const onPanic = (panic: string) => tell({ panic });
  const stillness = serveStillness({ database, turnstile, onPanic });
  await listen(stillness, stillnessSocket);
  await listen(server, socketPath);
  parentPort?.on("message", async () => {
    server.close();
    stillness.close();
    await turnstile.enter();
    await database.close();
    tell({ closed: true });
  });
  tell({ ready: true });
} catch (error) {
  tell({ failure: error instanceof Error && error.message !== "" ? error.message : String(error) });
}

function listen(server: Server, path: string): Promise<void> {
  // Left by a process, or a thread, that ended without being asked to.
  rmSync(path, { force: true });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
}
