import { createThreadPool, ThreadTimeoutError } from "../../../floor/concurrency/thread-pool.ts";
import { askTasks } from "../../../floor/concurrency/thread-tasks.ts";
import type { FoundText, MissingReason } from "../schema.ts";
import type { MoveTasks } from "./move-worker.ts";
import type { Opened } from "./open-file.ts";

/** Each holds a file of up to 100 MB in memory. */
const threadsMax = 2;
/** A file of 100 MB is open in some seconds; twenty texts are read in a fraction of one. */
const answerTimeoutMs = 20_000;
/** A file that was left is opened by no other turn. */
const idleTimeoutMs = 5_000;
const waitingMax = 10;

/** One file of an old newsroom, in a thread of its own while it is worked on. */
export type OpenMove = {
  open(): Promise<Opened>;
  /** The texts of `count` entries; null where they take longer than texts do, or more memory than there is. */
  read(input: { site: string; from: number; count: number }): Promise<FoundText[] | null>;
  /** Writes a picture of an archive to `to`, or says why it can't. */
  unpack(input: { name: string; to: string }): Promise<MissingReason | null>;
  /** Lets other files have the thread while this one is not asked for a while; the next question opens it again. */
  leave(): void;
};

/** Reads files of old newsrooms in threads, one for each file: two in turn in one thread would be opened again for each text. */
export type MoveReader = {
  during<T>(path: string, work: (file: OpenMove) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export function createMoveReader(module: URL, timeoutMs: number = answerTimeoutMs): MoveReader {
  const threads = createThreadPool<unknown, unknown>({
    module,
    threadsMax,
    waitingMax,
    answerTimeoutMs: timeoutMs,
    idleTimeoutMs,
  });
  const late = (error: unknown): null => {
    if (error instanceof ThreadTimeoutError || String(error).includes("thread ended")) return null;
    throw error;
  };
  return {
    async during(path, work) {
      let thread: Awaited<ReturnType<typeof threads.borrow>> | null = null;
      const giveBack = () => {
        thread?.giveBack();
        thread = null;
      };
      const ask = askTasks<MoveTasks>({
        async ask(question) {
          thread ??= await threads.borrow();
          // One that failed has ended; the next question gets another.
          return await thread.ask(question).catch((error: unknown) => {
            giveBack();
            throw error;
          });
        },
      });
      try {
        return await work({
          open: async () => (await ask("open", path).catch(late)) ?? { fault: "not_readable" },
          read: (input) => ask("read", { path, ...input }).catch(late),
          unpack: async (input) => {
            const unpacked = await ask("unpack", { path, ...input }).catch(late);
            return unpacked === null ? "no_picture" : unpacked.reason;
          },
          leave: giveBack,
        });
      } finally {
        giveBack();
      }
    },
    close: threads.close,
  };
}
