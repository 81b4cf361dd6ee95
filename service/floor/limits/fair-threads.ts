import { createThreadPool, type ThreadPool, type ThreadPoolOptions } from "../concurrency/thread-pool.ts";
import { createFairSeats, type FairSeats } from "./fair-seats.ts";

type FairThreadsOptions = Pick<
  ThreadPoolOptions,
  "module" | "workerData" | "answerTimeoutMs" | "idleTimeoutMs"
> & {
  /** What the threads work on, in the words of a refusal: "documents". */
  what: string;
  /** Threads at a time; one unless said. */
  threadsMax?: number;
  /** Of one agency. */
  waitingPerAgencyMax: number;
  /** For a thread, before the caller is refused. */
  waitMs: number;
  /** Goes into the `Retry-After` header of a refusal. */
  retryAfterSeconds: number;
};

export type FairThreads<Question, Answer> = Pick<ThreadPool<Question, Answer>, "ask" | "close"> & {
  /** Runs work that asks, when it is the agency's turn. Throws `service_unavailable` where its line is full or the wait too long. */
  inTurn: FairSeats["run"];
};

/** Threads that agencies take turns with, so that a hundred slow files of one hold up the next one's by one. */
export function createFairThreads<Question, Answer>(
  options: FairThreadsOptions,
): FairThreads<Question, Answer> {
  const { what, threadsMax = 1, waitingPerAgencyMax, waitMs, retryAfterSeconds, ...threads } = options;
  // Only those whose turn it is ask, and wait where an idle thread is just ending.
  const pool = createThreadPool<Question, Answer>({ ...threads, threadsMax, waitingMax: threadsMax });
  const seats = { seats: threadsMax, seatsPerAgency: threadsMax };
  const turns = createFairSeats({ what, ...seats, waitingPerAgencyMax, waitMs, retryAfterSeconds });
  return { ask: pool.ask, close: pool.close, inTurn: turns.run };
}
