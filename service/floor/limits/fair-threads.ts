import {
  type BorrowedThread,
  createThreadPool,
  type ThreadPool,
  type ThreadPoolOptions,
} from "../concurrency/thread-pool.ts";
import { createFairSeats, type Entering } from "./fair-seats.ts";

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

export type FairThreads<Question, Answer> = Pick<ThreadPool<Question, Answer>, "close"> & {
  /**
   * Lends a thread when it is the agency's turn, until it is given back. Throws `service_unavailable` where its line is full or the wait
   * too long.
   */
  borrow(agencyId: number, entering?: Entering): Promise<BorrowedThread<Question, Answer>>;
  /** Runs work with a thread that is lent in this way. */
  inTurn<T>(
    agencyId: number,
    work: (thread: BorrowedThread<Question, Answer>) => Promise<T>,
    entering?: Entering,
  ): Promise<T>;
};

/**
 * Threads that agencies take turns with, so that a hundred slow files of one hold up the next one's by one. An agency whose thread was
 * ended and burns on has no turn before that one is gone: else a few such files in a row would take all that the pool can do without.
 */
export function createFairThreads<Question, Answer>(
  options: FairThreadsOptions,
): FairThreads<Question, Answer> {
  const { what, threadsMax = 1, waitingPerAgencyMax, waitMs, retryAfterSeconds, ...threads } = options;
  const onGone = () => turns.handOut();
  // Only those whose turn it is borrow.
  const pool = createThreadPool<Question, Answer>({ ...threads, threadsMax, waitingMax: threadsMax, onGone });
  const turns = createFairSeats({
    ...{ what, seats: threadsMax, seatsPerAgency: threadsMax, mayEnter: pool.hasRoomFor },
    ...{ waitingPerAgencyMax, waitMs, retryAfterSeconds },
  });

  async function borrow(agencyId: number, entering?: Entering): Promise<BorrowedThread<Question, Answer>> {
    const leave = await turns.enter(agencyId, entering);
    try {
      const { ask, giveBack } = await pool.borrow(agencyId);
      return {
        ask,
        giveBack() {
          giveBack();
          leave();
        },
      };
    } catch (error) {
      leave();
      throw error;
    }
  }

  return {
    borrow,
    async inTurn(agencyId, work, entering) {
      const thread = await borrow(agencyId, entering);
      try {
        return await work(thread);
      } finally {
        thread.giveBack();
      }
    },
    close: pool.close,
  };
}
