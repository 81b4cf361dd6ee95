import { createThreadPool } from "../../../floor/concurrency/thread-pool.ts";
import { askTasks } from "../../../floor/concurrency/thread-tasks.ts";
import type { Log } from "../../../log.ts";
import type { ArticleTasks } from "./article-worker.ts";

/** An article takes 50 ms with its page; elements that lie within each other by the thousand take minutes. */
const compareTimeoutMs = 4_000;
const idleTimeoutMs = 10_000;
/** Far above the articles that are compared at a time. */
const waitingMax = 100;

export type ArticleComparer = {
  /** Holds an article's page against a release, in a thread, one page at a time; null for one that can't be read in its time. */
  compare(
    input: ArticleTasks["compare"]["input"],
    signal?: AbortSignal,
  ): Promise<ArticleTasks["compare"]["output"]>;
  close(): Promise<void>;
};

/** Makes the comparer; its thread, which runs `module`, starts with the first page. */
export function createArticleComparer(
  module: URL,
  { log, timeoutMs = compareTimeoutMs }: { log: Log; timeoutMs?: number },
): ArticleComparer {
  const threads = createThreadPool<unknown, unknown>({
    module,
    threadsMax: 1,
    waitingMax,
    answerTimeoutMs: timeoutMs,
    idleTimeoutMs,
  });
  const ask = askTasks<ArticleTasks>(threads);
  return {
    async compare(input, signal) {
      try {
        return await ask("compare", input, signal);
      } catch (error) {
        signal?.throwIfAborted();
        // One that takes too long, or more memory than there is, ends its thread.
        log.warn("article_not_compared", { error });
        return null;
      }
    },
    close: threads.close,
  };
}
