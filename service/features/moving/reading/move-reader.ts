import { createThreadPool, ThreadTimeoutError } from "../../../floor/concurrency/thread-pool.ts";
import { askTasks } from "../../../floor/concurrency/thread-tasks.ts";
import type { FoundText } from "../schema.ts";
import type { MoveTasks } from "./move-worker.ts";
import type { Opened } from "./open-file.ts";

/** A file of 100 MB is open in some seconds; twenty texts are read in a fraction of one. */
const answerTimeoutMs = 20_000;
/** While pictures of a text are fetched its file stays open. */
const idleTimeoutMs = 60_000;
/** Above the moves that are worked on at a time. */
const waitingMax = 10;

/** Reads files of old newsrooms in a thread. */
export type MoveReader = {
  open(path: string): Promise<Opened>;
  /** The texts of `count` entries; null where they take longer than texts do, or more memory than there is. */
  read(input: { path: string; site: string; from: number; count: number }): Promise<FoundText[] | null>;
  unpack(input: { path: string; name: string; to: string }): Promise<boolean>;
  close(): Promise<void>;
};

export function createMoveReader(module: URL, timeoutMs: number = answerTimeoutMs): MoveReader {
  const threads = createThreadPool<unknown, unknown>({
    module,
    threadsMax: 1,
    waitingMax,
    answerTimeoutMs: timeoutMs,
    idleTimeoutMs,
  });
  const ask = askTasks<MoveTasks>(threads);
  const late = (error: unknown): null => {
    if (error instanceof ThreadTimeoutError || String(error).includes("thread ended")) return null;
    throw error;
  };
  return {
    open: async (path) => (await ask("open", path).catch(late)) ?? { fault: "not_readable" },
    read: (input) => ask("read", input).catch(late),
    unpack: async (input) => (await ask("unpack", input).catch(late)) ?? false,
    close: threads.close,
  };
}
