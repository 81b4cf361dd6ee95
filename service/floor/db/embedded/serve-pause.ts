import { createServer, type Server } from "node:net";
import { join, resolve } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { createAnswerWatcher } from "./answer-watcher.ts";
import type { BackendLock } from "./backend-lock.ts";
import { queryMessage } from "./wire-protocol.ts";

/** A longer pause is ended, so that the service goes on: a disk with 200 MB/s copies 12 GB in this time. */
const pauseTimeoutMs = 60_000;
/** Sent to the other process once the files no longer change. */
export const pausedMessage = "paused\n";

/** Shorter than the name of PostgreSQL's socket beside it, so its path fits wherever that one does. */
export function pauseSocketIn(dataDirectory: string): string {
  return join(resolve(dataDirectory), ".s.pause");
}

/**
 * Pauses the database while another process copies its files. From `pausedMessage` until that process hangs up, no statement
 * runs. The files hold all that was committed before, as after a crash, from which PostgreSQL recovers by itself.
 */
export function servePause(input: {
  database: PGlite;
  backendLock: BackendLock;
  onPanic: (message: string) => void;
}): Server {
  const { database, backendLock, onPanic } = input;
  const answers = createAnswerWatcher(onPanic);
  return createServer((socket) => {
    let isGone = false;
    const gone = new Promise<void>((resolveGone) => {
      socket.once("close", () => {
        isGone = true;
        resolveGone();
      });
    });
    socket.on("error", () => socket.destroy());
    socket.resume();
    void pause();

    async function pause(): Promise<void> {
      await backendLock.acquire();
      try {
        if (isGone) return;
        // With a checkpoint, a start from the copy has little of the log to repeat.
        await database.execProtocolRawStream(queryMessage("checkpoint"), { onRawData: answers.push });
        socket.write(pausedMessage);
        const timer = setTimeout(() => socket.destroy(), pauseTimeoutMs);
        await gone;
        clearTimeout(timer);
      } catch {
        socket.destroy();
      } finally {
        backendLock.release();
      }
    }
  });
}
