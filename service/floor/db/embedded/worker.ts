import { once } from "node:events";
import { chmodSync, existsSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { type MessagePort, parentPort } from "node:worker_threads";
import { createBackendLock } from "./backend-lock.ts";
import type { DatabasePaths, ThreadMessage } from "./database-thread.ts";
import { createWhole, settleFormerRun } from "./durable-files.ts";
import { createHousekeeper } from "./keep-house.ts";
import { openPostgres } from "./open-postgres.ts";
import { serveConnection } from "./serve-connection.ts";
import { servePause } from "./serve-pause.ts";
import { unpackPreparedDatabase } from "./unpack-prepared-database.ts";

/**
 * The worker that owns the embedded database. PGlite runs SQL on its calling thread, so it lives here and HTTP never
 * waits for a statement. From the parent come the DatabasePaths and then `"close"`; to it goes what ThreadMessage lists.
 */
if (parentPort === null) throw new Error("This module runs in a thread.");
await serveDatabase(parentPort);

async function serveDatabase(parent: MessagePort): Promise<void> {
  const send = (message: ThreadMessage) => parent.postMessage(message);
  try {
    const [paths] = (await once(parent, "message")) as [DatabasePaths];
    const { directory, socketPath, pauseSocket, isSynced } = paths;
    await unpackPreparedDatabase(directory, { isSynced });
    if (!existsSync(directory)) await createWhole(directory, { isSynced }, makeDatabase);
    await settleFormerRun(directory, { isSynced });
    const database = await openPostgres(directory, { isSynced });
    const backendLock = createBackendLock();
    const server = createServer((socket) => serveConnection({ socket, database, backendLock, onPanic }));
    const onPanic = (panic: string) => send({ panic });
    const pauseServer = servePause({ database, backendLock, onPanic });
    const housekeeper = createHousekeeper({ database, backendLock, onPanic });
    await listen(pauseServer, pauseSocket);
    await listen(server, socketPath);
    parent.once("message", async () => {
      server.close();
      pauseServer.close();
      housekeeper.stop();
      await backendLock.acquire();
      await database.close();
      send({ closed: true });
    });
    send({ ready: true });
  } catch (error) {
    send({ failure: error instanceof Error && error.message !== "" ? error.message : String(error) });
  }
}

/** Without syncs, because all of it is synced before it gets its name. */
async function makeDatabase(directory: string): Promise<void> {
  const database = await openPostgres(directory, { isSynced: false });
  await database.close();
}

function listen(server: Server, path: string): Promise<void> {
  // Left by a process, or a thread, that ended without being asked to.
  rmSync(path, { force: true });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => {
      // Everybody who may write to this socket is the database's superuser, so only the service's own user may.
      chmodSync(path, 0o600);
      resolve();
    });
  });
}
