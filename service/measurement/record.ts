import { settleWithin } from "../concurrency/within-deadline.ts";
import type { Sql } from "../db/open.ts";
import { ServiceError } from "../errors.ts";
import { createWarner, type Log } from "../log.ts";
import { createBatchWriter } from "./batch-writer.ts";
import { correctClass } from "./correct-class.ts";
import type { EngagementBeacon, Hit, Interaction, PageView } from "./hit.ts";

/** A batch begins at most this often, in milliseconds: what a crash can cost of page views. */
const batchIntervalMs = 250;
/** Most hits in a batch: larger ones save nothing more per hit and hold their rows longer. */
const batchHitsMax = 1_000;
/** Most hits that wait in memory, about 60 MB with long referrers: many minutes of a busy newsroom without its database. */
const waitingHitsMax = 100_000;
/** An interaction that hasn't been committed after this time is answered as unavailable, in milliseconds. */
const acceptTimeoutMs = 2_500;
/** Time that `close` gives the last batches unless it is told otherwise, in milliseconds: a service has 20 s to stop. */
const closeTimeoutMs = 15_000;

export type RecorderStats = {
  /** Hits in memory, not committed yet. */
  waiting: number;
  written: number;
  batches: number;
  failedAttempts: number;
  /** Hits lost: the memory was full, the database refused them, or the time to close ran out. */
  dropped: number;
};

export type Recorder = {
  /** Takes a page view; never throws, never waits. Dropped and counted when 100,000 hits wait already. */
  recordPageView(hit: PageView): void;
  /**
   * Resolves when the interaction is committed. Rejects with `service_unavailable` when the memory is full, or after 2.5 s;
   * after the wait it is kept all the same, and counted once when the database is back.
   */
  recordInteraction(hit: Interaction): Promise<void>;
  /** As `recordInteraction`. Sending the sums of a view again is harmless. */
  recordBeacon(hit: EngagementBeacon): Promise<void>;
  /** Resolves when everything taken so far is committed or dropped, however long the database is away. */
  flush(): Promise<void>;
  /** Takes nothing more and writes what waits, for at most `timeoutMs`, by default 15 s. */
  close(timeoutMs?: number): Promise<void>;
  stats(): RecorderStats;
};

type Waiting = { hit: Hit; settle: ((error: ServiceError | null) => void) | null };

/**
 * Keeps hits in memory and writes them in batches, one at a time: a batch begins 250 ms after the one before, or as soon
 * as 1,000 hits wait, and the next one gathers while the last one commits.
 */
export function createRecorder(deps: {
  sql: Sql;
  log: Log;
  /** For tests of the bound. */
  waitingMax?: number;
}): Recorder {
  const waitingMax = deps.waitingMax ?? waitingHitsMax;
  const writer = createBatchWriter(deps);
  const warn = createWarner(deps.log);
  const totals = { written: 0, batches: 0, dropped: 0, lastCommittedAt: null as Date | null };
  let queue: Waiting[] = [];
  let inWriting = 0;
  /** Hits whose address the name server is being asked about: at most 1.5 s each. */
  const inQuestion = new Set<Promise<void>>();
  let lastBegunMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let writing: Promise<void> | null = null;
  let isClosed = false;

  function take(waiting: Waiting): boolean {
    if (isClosed || waitingCount() >= waitingMax) {
      totals.dropped += 1;
      warn("hits_dropped", { dropped: totals.dropped, waiting: waitingCount(), isClosed });
      return false;
    }
    const { addressVerdict } = waiting.hit;
    if (addressVerdict === undefined) enqueue(waiting);
    else {
      const asked = addressVerdict.then((verdict) => {
        inQuestion.delete(asked);
        enqueue({ ...waiting, hit: correctClass(waiting.hit, verdict) });
      });
      inQuestion.add(asked);
    }
    return true;
  }

  function waitingCount(): number {
    return queue.length + inWriting + inQuestion.size;
  }

  function enqueue(waiting: Waiting): void {
    queue.push(waiting);
    schedule();
  }

  function accept(hit: Interaction | EngagementBeacon): Promise<void> {
    const accepted = new Promise<void>((resolve, reject) => {
      const settle = (error: ServiceError | null) => (error === null ? resolve() : reject(error));
      if (!take({ hit, settle })) reject(unavailable("could not be taken"));
    });
    const late = () => unavailable("has not been committed in time");
    return settleWithin(accepted, { timeoutMs: acceptTimeoutMs, late });
  }

  function schedule(): void {
    if (writing !== null) return;
    const dueInMs = queue.length >= batchHitsMax ? 0 : lastBegunMs + batchIntervalMs - performance.now();
    if (timer !== null && dueInMs > 0) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(begin, Math.max(0, dueInMs));
  }

  function begin(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (writing !== null || queue.length === 0) return;
    lastBegunMs = performance.now();
    const batch = queue.slice(0, batchHitsMax);
    queue = queue.slice(batchHitsMax);
    inWriting = batch.length;
    writing = write(batch).finally(() => {
      inWriting = 0;
      writing = null;
      if (queue.length > 0) schedule();
    });
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    const hits = batch.map(({ hit }) => hit);
    await writer.write(hits, (index, isCommitted) => {
      if (isCommitted) totals.written += 1;
      else totals.dropped += 1;
      batch[index]?.settle?.(isCommitted ? null : unavailable("could not be written"));
      if (isCommitted) totals.lastCommittedAt = new Date();
    });
    totals.batches += 1;
  }

  async function flush(): Promise<void> {
    await Promise.all(inQuestion);
    let left = queue.length + inWriting;
    while (left > 0) {
      begin();
      if (writing === null) return;
      left -= inWriting;
      await writing;
    }
  }

  return {
    recordPageView: (hit) => void take({ hit, settle: null }),
    recordInteraction: accept,
    recordBeacon: accept,
    flush,
    async close(timeoutMs = closeTimeoutMs) {
      isClosed = true;
      const giveUp = setTimeout(() => writer.abandon(), timeoutMs);
      await flush();
      clearTimeout(giveUp);
      if (totals.dropped > 0) deps.log.warn("hits_lost", { dropped: totals.dropped });
    },
    stats: () => ({ waiting: waitingCount(), failedAttempts: writer.failedAttempts(), ...totals }),
  };
}

function unavailable(what: string): ServiceError {
  return new ServiceError("service_unavailable", `The hit ${what}.`);
}
