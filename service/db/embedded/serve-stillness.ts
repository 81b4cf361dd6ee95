import { createServer, type Server } from "node:net";
import { join, resolve } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { createAnswerWatcher } from "./answer-watcher.ts";
import type { Turnstile } from "./turnstile.ts";
import { queryMessage } from "./wire-protocol.ts";

/** Who holds the database still for longer is cut off, and the service goes on: at 200 MB/s this is 12 GB. */
const stillTimeoutMs = 60_000;
/** What the holder reads once nothing changes any more. */
export const stillMessage = "still\n";

/** Shorter than the name of PostgreSQL's socket beside it, so its path fits wherever that one does. */
export function stillnessSocketIn(dataDirectory: string): string {
  return join(resolve(dataDirectory), ".s.still");
}

/**
 * Lets another process copy the database's files: from `stillMessage` on until it hangs up no statement runs, and what was
 * committed before is in the files. They are then as after a crash at that moment, from which PostgreSQL recovers by itself.
 */
export function serveStillness(input: {
  database: PGlite;
  turnstile: Turnstile;
  onPanic: (message: string) => void;
}): Server {
  const { database, turnstile, onPanic } = input;
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
    void hold();

    async function hold(): Promise<void> {
      await turnstile.enter();
      try {
        if (isGone) return;
        // Leaves little of the log to be replayed when the copy is opened.
        await database.execProtocolRawStream(queryMessage("checkpoint"), { onRawData: answers.push });
        socket.write(stillMessage);
        const timer = setTimeout(() => socket.destroy(), stillTimeoutMs);
        await gone;
        clearTimeout(timer);
      } catch {
        socket.destroy();
      } finally {
        turnstile.leave();
      }
    }
  });
}
