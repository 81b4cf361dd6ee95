import type { Log } from "../../../log.ts";
import { isDoneWithin } from "../../concurrency/within-deadline.ts";
import { type DatabasePaths, type DatabaseThread, hasRoom, startDatabaseThread } from "./database-thread.ts";

/** Between two looks whether the database can start again. */
const pauseMs = 1_000;

/**
 * Starts the embedded database, and anew whenever it ends by itself, until the returned function stops it.
 * PostgreSQL gives up when it has no room for its log, and a server's first process would start it again: here it is us.
 */
export async function keepDatabaseRunning(paths: DatabasePaths, log: Log): Promise<() => Promise<void>> {
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
