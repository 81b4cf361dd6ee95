import { connect, type Socket } from "node:net";
import { resolve } from "node:path";
import { settleWithin } from "../../concurrency/within-deadline.ts";
import { lockDirectory } from "./lock-directory.ts";
import { pausedMessage, pauseSocketIn } from "./serve-pause.ts";
import { isServing } from "./start-embedded.ts";

/** A transaction that is under way ends within 30 s or is cut off. */
const waitTimeoutMs = 45_000;

/**
 * Runs `work` while nothing changes the files of the embedded database in `dataDirectory`: a running service pauses its
 * statements, and where none runs the directory is locked. Throws when the pause ended before the work did.
 */
export async function withPausedDatabase<T>(dataDirectory: string, work: () => Promise<T>): Promise<T> {
  if (await isServing(dataDirectory)) return await pauseService(dataDirectory, work);
  const unlock = await lockDirectory(resolve(dataDirectory), "command");
  try {
    return await work();
  } finally {
    unlock();
  }
}

async function pauseService<T>(dataDirectory: string, work: () => Promise<T>): Promise<T> {
  const socket = connect(pauseSocketIn(dataDirectory));
  try {
    const late = () =>
      new Error("The service did not pause its database in time. Try again when it has less to do.");
    await settleWithin(untilPaused(socket), { timeoutMs: waitTimeoutMs, late });
    const result = await work();
    // When the pause ended before the work did, statements may have changed the files that were being read.
    if (socket.destroyed || socket.readableEnded) throw new Error(pauseEnded);
    return result;
  } finally {
    socket.destroy();
  }
}

function untilPaused(socket: Socket): Promise<void> {
  return new Promise((paused, failed) => {
    let received = "";
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => {
      received += text;
      if (received === pausedMessage) paused();
    });
    socket.on("error", (error) =>
      failed(new Error(`The running service can't be asked to pause: ${error.message}.`, { cause: error })),
    );
    socket.on("close", () => failed(new Error(pauseEnded)));
  });
}

const pauseEnded =
  "The service ended the pause of its database before the copy was complete; the copy was thrown away. Try again.";
