import { LRUCache } from "lru-cache";
import { createThreadPool } from "../../../floor/concurrency/thread-pool.ts";
import { type AskTask, askTasks } from "../../../floor/concurrency/thread-tasks.ts";
import type { PageTasks } from "./page-worker.ts";

/** A page of 3 MB takes 0.1 s. */
const parseTimeoutMs = 4_000;
/** Pages that are handed over together share one thread. */
const idleTimeoutMs = 10_000;
/** Far above the pages that are read at a time. */
const waitingMax = 100;

/** So long a host's rules are taken for known: people hand over many addresses of one medium. */
const rulesTtlMs = 10 * 60 * 1000;
/** Of all rules that are kept, in characters. */
const rulesCharactersMax = 10_000_000;

/** What a host lets machines read, both in the words of robots.txt. */
export type HostRules = { robots: string; reservations: string };

export type PageParser = {
  /** Rejects with a ThreadTimeoutError for a page that takes too long. */
  ask: AskTask<PageTasks>;
  /** By origin. */
  hostRules: LRUCache<string, HostRules>;
  close(): Promise<void>;
};

/** Makes the parser; its thread, which runs `module`, starts with the first page. */
export function createPageParser(module: URL, timeoutMs: number = parseTimeoutMs): PageParser {
  const threads = createThreadPool<unknown, unknown>({
    module,
    threadsMax: 1,
    waitingMax,
    answerTimeoutMs: timeoutMs,
    idleTimeoutMs,
  });
  const hostRules = new LRUCache<string, HostRules>({
    ttl: rulesTtlMs,
    maxSize: rulesCharactersMax,
    sizeCalculation: ({ robots, reservations }) => robots.length + reservations.length + 1,
  });
  return { ask: askTasks<PageTasks>(threads), hostRules, close: threads.close };
}
