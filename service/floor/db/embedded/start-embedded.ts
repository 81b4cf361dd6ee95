import { existsSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { createLog, type Log } from "../../../log.ts";
import { closeToOthers } from "../../secrets/close-to-others.ts";
import type { OwnerKind } from "./directory-owner.ts";
import { keepDatabaseRunning } from "./keep-running.ts";
import { lockDirectory } from "./lock-directory.ts";
import { pauseSocketIn } from "./serve-pause.ts";

/** Linux allows 107 bytes in the address of a Unix socket. */
const socketPathBytesMax = 107;
const silentLog = createLog("silent", () => undefined);

/** `psql -h DATA_DIR` finds the socket by this name, which is PostgreSQL's own. */
export function socketPathIn(dataDirectory: string): string {
  return join(resolve(dataDirectory), ".s.PGSQL.5432");
}

/** True when a running service answers on the socket of `dataDirectory`. */
export function isServing(dataDirectory: string): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(socketPathIn(dataDirectory));
    socket.once("connect", () => {
      socket.destroy();
      answer(true);
    });
    socket.once("error", () => answer(false));
  });
}

/** True when `dataDirectory` holds an embedded database, running or not. */
export function hasEmbedded(dataDirectory: string): boolean {
  return existsSync(databaseIn(dataDirectory));
}

/**
 * Starts the embedded database of `dataDirectory` in a thread, keeps it running, and returns the function that stops it.
 * It survives `kill -9`, and a power cut unless `isSynced` is false.
 * Throws DirectoryInUseError when another process has it, and RangeError when the path is too long for a socket.
 */
export async function startEmbedded(
  dataDirectory: string,
  {
    kind = "command",
    log = silentLog,
    isSynced = true,
  }: { kind?: OwnerKind; log?: Log; isSynced?: boolean } = {},
): Promise<() => Promise<void>> {
  const socketPath = socketPathIn(dataDirectory);
  if (Buffer.byteLength(socketPath) > socketPathBytesMax) {
    throw new RangeError(
      `The socket path ${socketPath} is longer than ${socketPathBytesMax} bytes. Choose a shorter --data-dir.`,
    );
  }
  const unlock = await lockDirectory(resolve(dataDirectory), kind);
  const pauseSocket = pauseSocketIn(dataDirectory);
  const paths = { directory: databaseIn(dataDirectory), socketPath, pauseSocket, isSynced };
  closeToOthers(paths.directory, log);
  try {
    const stop = await keepDatabaseRunning(paths, log);
    return async () => {
      await stop();
      for (const path of [socketPath, pauseSocket]) rmSync(path, { force: true });
      unlock();
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

function databaseIn(dataDirectory: string): string {
  return join(resolve(dataDirectory), "database");
}
