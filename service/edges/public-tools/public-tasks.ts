import type { VerifyTasks } from "../../features/reporting/verify-page/read-pasted.ts";
import type { WriterTasks } from "../../features/writer/open-writer.ts";
import { createThreadPool } from "../../floor/concurrency/thread-pool.ts";
import { type AskTask, askTasks } from "../../floor/concurrency/thread-tasks.ts";
import type { SeoCheck } from "../../press-text/seo-check/rules.ts";

/** What strangers may have worked out without a key. */
export type PublicTasks = WriterTasks & VerifyTasks & { checkSeo: { input: string; output: SeoCheck } };

export type PublicThread = { publicWork: AskTask<PublicTasks>; close(): Promise<void> };

/** Tasks that may wait for the thread: far more than the holders of public seats ask for at once. */
const waitingMax = 100;
/** The costliest text takes a tenth of a second; a busy machine takes a few times as long. */
const answerTimeoutMs = 2_000;
/** An idle thread gives its memory back after this. */
const idleTimeoutMs = 60_000;

/** Makes the one thread for strangers, which runs `module`; it starts with their first question. */
export function createPublicThread(module: URL): PublicThread {
  const threads = createThreadPool<unknown, unknown>({
    module,
    threadsMax: 1,
    waitingMax,
    answerTimeoutMs,
    idleTimeoutMs,
  });
  return { publicWork: askTasks<PublicTasks>(threads), close: threads.close };
}
