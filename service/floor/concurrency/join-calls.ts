import { ServiceError } from "../../errors.ts";
import { tooLate, withinDeadline } from "./within-deadline.ts";

type JoinedCalls<Input, Outcome> = {
  /**
   * Settles as `run` says for this call. Rejects with `service_unavailable` when too many calls wait already, and when its
   * turn or its answer has not come within the deadline; then it may have been done all the same.
   */
  call(input: Input): Promise<Outcome>;
};

/** A batch commits within some 5 ms, and within 20 on a busy disk. */
const slowCommitMs = 50;

type Waiting<Input, Outcome> = {
  input: Input;
  sinceMs: number;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
};

/**
 * Joins calls that come at the same time into batches: whatever waits while a batch is under way forms the next one. So a call
 * that comes alone waits for nobody, and batches grow by themselves as the load does.
 *
 * `run` answers each input of its batch at the same position, by its outcome or by an error; when it rejects, so do all calls
 * of the batch. One batch runs at a time: fewer, larger batches were faster than two side by side. While a batch is slow, for
 * instance behind a lock, others may begin beside it, up to `batchesMax`. A batch without an answer within `deadlineMs` is
 * given up, because a dying server may never answer and its seat would be lost.
 */
export function createJoinedCalls<Input, Outcome>(options: {
  run: (batch: readonly Input[]) => Promise<readonly (Outcome | Error)[]>;
  batchMax: number;
  batchesMax: number;
  /** Calls in memory, those under way included; further ones are refused. */
  callsMax: number;
  deadlineMs: number;
  /** A batch that runs for longer counts as slow; 50 ms by default. */
  slowMs?: number;
  /** Full batches that may run at a time without being slow; one by default. */
  quickMax?: number;
}): JoinedCalls<Input, Outcome> {
  const { run, batchMax, batchesMax, callsMax, deadlineMs, slowMs = slowCommitMs, quickMax = 1 } = options;
  let waiting: Waiting<Input, Outcome>[] = [];
  let running = 0;
  let batches = 0;
  let isBeginning = false;
  let quick = 0;

  /** Beside a quick batch only a full one begins, because a smaller one still grows while it waits. */
  function mayBegin(): boolean {
    const hasTurn = quick === 0 || (quick < quickMax && waiting.length >= batchMax);
    return hasTurn && batches < batchesMax;
  }

  /** Waits for the end of this turn of the event loop, so that calls which the limiter admits together share a batch. */
  function beginSoon(): void {
    if (isBeginning || !mayBegin()) return;
    isBeginning = true;
    setImmediate(() => {
      isBeginning = false;
      begin();
    });
  }

  function begin(): void {
    const oldestMs = performance.now() - deadlineMs;
    while (waiting.length > 0 && mayBegin()) {
      const taken = waiting.slice(0, batchMax);
      waiting = waiting.slice(batchMax);
      // Its caller has been refused already, so the call must not run any more.
      const batch = taken.filter(({ sinceMs }) => sinceMs > oldestMs);
      for (const late of taken) if (late.sinceMs <= oldestMs) late.reject(tooLate(deadlineMs));
      if (batch.length > 0) void runBatch(batch);
    }
  }

  async function runBatch(batch: readonly Waiting<Input, Outcome>[]): Promise<void> {
    batches += 1;
    running += batch.length;
    quick += 1;
    let isQuick = true;
    const letNextBegin = () => {
      if (isQuick) quick -= 1;
      isQuick = false;
      if (waiting.length > 0) beginSoon();
    };
    const slow = setTimeout(letNextBegin, slowMs);
    try {
      const outcomes = await withinDeadline(run(batch.map(({ input }) => input)), deadlineMs);
      batch.forEach(({ resolve, reject }, position) => {
        const outcome = outcomes[position];
        if (outcome instanceof Error) reject(outcome);
        else if (outcome === undefined) reject(new Error("A batch left a call without its outcome."));
        else resolve(outcome);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    clearTimeout(slow);
    batches -= 1;
    running -= batch.length;
    letNextBegin();
  }

  return {
    call(input) {
      if (waiting.length + running >= callsMax) {
        return Promise.reject(new ServiceError("service_unavailable", `${callsMax} calls wait already.`));
      }
      return new Promise((resolve, reject) => {
        waiting.push({ input, sinceMs: performance.now(), resolve, reject });
        beginSoon();
      });
    },
  };
}
