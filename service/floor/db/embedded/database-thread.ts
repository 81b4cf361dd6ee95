import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import { threadUrl } from "../../concurrency/thread-url.ts";
import { isDoneWithin } from "../../concurrency/within-deadline.ts";

export type DatabasePaths = {
  directory: string;
  socketPath: string;
  pauseSocket: string;
  /** Whether a commit is on disk before it is acknowledged. */
  isSynced: boolean;
};

export type DatabaseThread = {
  /** Settles with the reason when the database has ended by itself, and never rejects. */
  ended: Promise<string>;
  /** Ends it in order. */
  close(): Promise<void>;
};

/** What the thread reports: it serves, it could not start, PostgreSQL gave up, or it is closed. */
export type ThreadMessage = { ready: true } | { failure: string } | { panic: string } | { closed: true };

/** A start and the first checkpoint write a segment of the log (16 MB) each. */
const roomBytesMin = 32 * 1024 * 1024;

/** With a full disk the last checkpoint may never end; ended without it, the next start repeats the log. */
const closeTimeoutMs = 5_000;

/** Making a database takes 2 s, repeating a log of 1 GB some 10 s, and several times that on a busy machine. */
const startTimeoutMs = 120_000;

/** Starts the embedded database in a thread. Throws with what to do when it can't. */
export async function startDatabaseThread(paths: DatabasePaths): Promise<DatabaseThread> {
  // Checked first, because on a full disk PostgreSQL ends with an unclear message or never ends.
  if (!hasRoom(paths)) throw new Error(noRoom(paths));
  const worker = new Worker(threadUrl("floor/db/embedded/worker"));
  const ended = endOf(worker);
  worker.postMessage(paths);
  const started = messageOf(worker, (message) =>
    "ready" in message ? null : "failure" in message ? message.failure : undefined,
  );
  const outcome = Promise.race([started, ended]);
  const isAnswered = await isDoneWithin(outcome, startTimeoutMs);
  const failure = isAnswered ? await outcome : `no answer within ${startTimeoutMs / 1000} s`;
  if (failure !== null) {
    await worker.terminate();
    throw new Error(hasRoom(paths) ? `The embedded database did not start: ${failure}` : noRoom(paths));
  }
  return {
    ended,
    async close() {
      worker.postMessage("close");
      const closed = messageOf(worker, (message) => ("closed" in message ? true : undefined));
      await isDoneWithin(Promise.race([closed, ended]), closeTimeoutMs);
      await worker.terminate();
    },
  };
}

/** True where the database has the room that a start needs. */
export function hasRoom({ directory }: DatabasePaths): boolean {
  const { bavail, bsize } = statfsSync(dirname(directory));
  return bavail * bsize >= roomBytesMin;
}

function noRoom({ directory }: DatabasePaths): string {
  const needed = roomBytesMin / 1024 / 1024;
  return `The disk of ${dirname(directory)} is full: make at least ${needed} MB free, which the embedded database needs to start.`;
}

function messageOf<T>(worker: Worker, read: (message: ThreadMessage) => T | undefined): Promise<T> {
  return new Promise((resolve) => {
    worker.on("message", (message: ThreadMessage) => {
      const value = read(message);
      if (value !== undefined) resolve(value);
    });
  });
}

function endOf(worker: Worker): Promise<string> {
  return new Promise((ended) => {
    let reason: string | undefined;
    worker.on("message", (message: ThreadMessage) => {
      if (!("panic" in message)) return;
      // Only the first panic names the cause: PostgreSQL panics again while it gives up.
      reason ??= message.panic;
      // After a panic the thread loops for ever.
      void worker.terminate();
    });
    worker.once("error", (error: Error) => {
      reason = error.message;
    });
    worker.once("exit", (code) => ended(reason ?? `its thread ended with ${code}`));
  });
}
