import { connect, type Socket } from "node:net";
import { resolve } from "node:path";
import { settleWithin } from "../../concurrency/within-deadline.ts";
import { DirectoryInUseError, lockDirectory } from "./lock-directory.ts";
import { lookEveryMs, ownerTimeoutMs } from "./open-embedded.ts";
import { pausedMessage, pauseSocketIn } from "./serve-pause.ts";
import { isServing } from "./start-embedded.ts";

/** A transaction that is under way ends within 30 s or is cut off. */
const waitTimeoutMs = 45_000;

/**
 * Runs `work` while nothing changes the files of the embedded database in `dataDirectory`: a running service pauses its
 * statements, and where none runs the directory is locked. `work` calls `assertPaused` behind the last byte that it reads, and before it puts
 * the copy into its place: that throws when the pause has ended, since statements may have changed the files that were being read.
 */
export async function withPausedDatabase<T>(
  dataDirectory: string,
  work: (assertPaused: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const unlock = await lockUnlessServing(dataDirectory);
  if (unlock === null) return await pauseService(dataDirectory, work);
  try {
    return await work(async () => undefined);
  } finally {
    unlock();
  }
}

/** Null where a service runs. Waits for one that is just starting and for another command, as `openEmbedded` does. */
async function lockUnlessServing(dataDirectory: string): Promise<(() => void) | null> {
  const giveUpAtMs = performance.now() + ownerTimeoutMs;
  for (;;) {
    if (await isServing(dataDirectory)) return null;
    try {
      return await lockDirectory(resolve(dataDirectory), "command");
    } catch (error) {
      if (!(error instanceof DirectoryInUseError) || performance.now() > giveUpAtMs) throw error;
    }
    await new Promise((again) => setTimeout(again, lookEveryMs));
  }
}

async function pauseService<T>(
  dataDirectory: string,
  work: (assertPaused: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const socket = connect(pauseSocketIn(dataDirectory));
  try {
    const late = () =>
      new Error("The service did not pause its database in time. Try again when it has less to do.");
    await settleWithin(untilPaused(socket), { timeoutMs: waitTimeoutMs, late });
    return await work(() => assertOpen(socket));
  } finally {
    socket.destroy();
  }
}

/**
 * Throws where the service has ended the pause. It writes to find that out: the kernel refuses a write as soon as the other end is closed,
 * while the socket's own state is one turn of the event loop behind.
 */
function assertOpen(socket: Socket): Promise<void> {
  return new Promise((open, ended) => {
    socket.write("\n", (error) => (error ? ended(new Error(pauseEnded, { cause: error })) : open()));
  });
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
