import { existsSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { createLog, type Log } from "../../../log.ts";
import { isDoneWithin } from "../../concurrency/within-deadline.ts";
import { closeToOthers } from "../../secrets/close-to-others.ts";
import { type DatabasePaths, type DatabaseThread, hasRoom, startDatabaseThread } from "./database-thread.ts";
import type { OwnerKind } from "./directory-owner.ts";
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

/** Between two looks whether the database can start again. */
const pauseMs = 1_000;

/**
 * Starts the embedded database, and anew whenever it ends by itself, until the returned function stops it.
 * PostgreSQL gives up when it has no room for its log, and a server's first process would start it again: here it is us.
 */
async function keepDatabaseRunning(paths: DatabasePaths, log: Log): Promise<() => Promise<void>> {
  let thread: DatabaseThread | null = await startDatabaseThread(paths);
  const stopping = Promise.withResolvers<void>();
  let isStopping = false;
  const watching = watch();
  return async () => {
    isStopping = true;
    stopping.resolve();
    await watching;
    await thread?.close();
  };

  async function watch(): Promise<void> {
    while (thread !== null) {
      const reason = await Promise.race([thread.ended, stopping.promise]);
      if (reason === undefined) return;
      log.error("embedded_database_ended", { reason, advice });
      thread = null;
      while (thread === null && !isStopping) thread = await startAgain();
    }
  }

  /** Nothing that was acknowledged is lost: the database repeats its log, as after a crash. */
  async function startAgain(): Promise<DatabaseThread | null> {
    await isDoneWithin(stopping.promise, pauseMs);
    if (isStopping || !hasRoom(paths)) return null;
    try {
      const again = await startDatabaseThread(paths);
      log.info("embedded_database_started_again");
      return again;
    } catch (error) {
      log.error("embedded_database_not_started", { error });
      return null;
    }
  }
}

const advice =
  "If the disk is full, make room: the database starts again by itself, and nothing acknowledged is lost.";
