import { LRUCache } from "lru-cache";
import { askTasks } from "../../../floor/concurrency/thread-tasks.ts";
import { createFairThreads } from "../../../floor/limits/fair-threads.ts";
import type { PageTasks } from "./page-worker.ts";

/** A page of 3 MB takes 0.1 s, the costliest that we could write 0.5 s, and a comparison of one may never end. */
const parseTimeoutMs = 4_000;
/** Pages that are handed over together share one thread. */
const idleTimeoutMs = 10_000;
/** Far above the pages of one agency that are read at a time. */
const waitingPerAgencyMax = 50;
/** Less than a lease, and enough for the four pages that are read side by side to use up their deadlines twice, one after another. */
const waitMs = 40_000;

/** So long a host's rules are taken for known: people hand over many addresses of one medium. */
const rulesTtlMs = 10 * 60 * 1000;
/** Of all rules that are kept, in characters. */
const rulesCharactersMax = 10_000_000;

/** What a host lets machines read, both in the words of robots.txt. */
export type HostRules = { robots: string; reservations: string };

/** Whose turn it is, and what calls the work off. */
export type Turn = { agencyId: number; signal?: AbortSignal | undefined };

export type PageParser = {
  /** Asks a thread, which agencies take turns with. Rejects with a ThreadTimeoutError for a page that takes too long. */
  ask<Task extends keyof PageTasks>(
    turn: Turn,
    task: Task,
    input: PageTasks[Task]["input"],
  ): Promise<PageTasks[Task]["output"]>;
  /** By origin. */
  hostRules: LRUCache<string, HostRules>;
  close(): Promise<void>;
};

/** Makes the parser; its threads, which run `module`, start with the first page. */
export function createPageParser(module: URL, timeoutMs: number = parseTimeoutMs): PageParser {
  const reading = createLine(module, timeoutMs);
  // Nobody waits for a comparison; people do for what a page says of itself.
  const comparing = createLine(module, timeoutMs);
  const hostRules = new LRUCache<string, HostRules>({
    ttl: rulesTtlMs,
    maxSize: rulesCharactersMax,
    sizeCalculation: ({ robots, reservations }) => robots.length + reservations.length + 1,
  });
  return {
    ask: (turn, task, input) => (task === "compare" ? comparing : reading).ask(turn, task, input),
    hostRules,
    async close() {
      await Promise.all([reading.close(), comparing.close()]);
    },
  };
}

function createLine(module: URL, timeoutMs: number): Pick<PageParser, "ask" | "close"> {
  const threads = createFairThreads<unknown, unknown>({
    ...{ what: "pages of media", module, answerTimeoutMs: timeoutMs, idleTimeoutMs },
    ...{ waitingPerAgencyMax, waitMs, retryAfterSeconds: 2 },
  });
  return {
    ask: ({ agencyId, signal }, task, input) =>
      threads.inTurn(agencyId, (thread) => askTasks<PageTasks>(thread)(task, input, signal)),
    close: threads.close,
  };
}
