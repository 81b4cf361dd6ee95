import { ServiceError } from "../../errors.ts";
import { createSharedDeadline } from "../../floor/concurrency/shared-deadline.ts";
import type { Sql } from "../../floor/db/open.ts";
import { createWarner, type Log } from "../../log.ts";
import { createBatchWriter } from "./batch-writer.ts";
import type { EngagementBeacon, Interaction, PageView } from "./hit.ts";
import { createLostHits } from "./lost-hits.ts";
import { createWaitingHits, type Waiting } from "./waiting-hits.ts";

/** An interaction that hasn't been committed after this time is answered as unavailable, in milliseconds. */
const acceptTimeoutMs = 2_500;
/** Time that `close` gives the last batches unless it is told otherwise, in milliseconds: a service has 20 s to stop. */
const closeTimeoutMs = 15_000;
/** Time after that to say what was given up, in milliseconds: one short statement, where the database is there again. */
const farewellTimeoutMs = 2_000;

export type RecorderStats = {
  /** Hits in memory, not committed yet. */
  waiting: number;
  written: number;
  batches: number;
  failedAttempts: number;
  /** Hits lost: the memory was full, the database refused them, or the time to close ran out. */
  dropped: number;
  /** Pages whose answer waited because more came than could be written. */
  pagesHeld: number;
};

export type Recorder = {
  /** Takes a page view; never throws, never waits. Dropped and noted when 100,000 hits wait already. */
  recordPageView(hit: PageView): void;
  /**
   * How long the answer of a page is to wait, or null: at most 250 ms, the longer the fuller the memory is. So readers ask for
   * no more than can be written. An agency waits that has more than its part of what may wait without hurry.
   */
  waitForRoom(agencyId: number): Promise<void> | null;
  /**
   * Resolves when the interaction is committed. Rejects with `service_unavailable` when the memory is full, or after 2.5 to 2.75 s;
   * after the wait it is kept all the same, and counted once when the database is back.
   */
  recordInteraction(hit: Interaction): Promise<void>;
  /** As `recordInteraction`. Sending the sums of a view again is harmless. */
  recordBeacon(hit: EngagementBeacon): Promise<void>;
  /** Resolves when everything taken so far is committed or dropped, however long the database is away. */
  flush(): Promise<void>;
  /**
   * Takes nothing more and writes what waits, for at most `timeoutMs`, by default 15 s. Then 2 s at most to store how many hits
   * were given up.
   */
  close(timeoutMs?: number): Promise<void>;
  stats(): RecorderStats;
};

/** Keeps hits in memory and writes them in batches. */
export function createRecorder(deps: {
  sql: Sql;
  log: Log;
  /** For tests of the bound. */
  waitingMax?: number;
}): Recorder {
  const lostHits = createLostHits();
  const writer = createBatchWriter({ ...deps, lostHits });
  const warn = createWarner(deps.log);
  const beginWithDeadline = createSharedDeadline(acceptTimeoutMs);
  const totals = { written: 0, batches: 0, dropped: 0, pagesHeld: 0 };
  const waiting = createWaitingHits(write, deps.waitingMax);
  let isClosed = false;

  function take(entry: Waiting): void {
    const loser = isClosed ? entry : waiting.take(entry);
    if (loser !== null) drop(loser, "could not be taken");
  }

  function drop({ hit, settle }: Waiting, why: string): void {
    totals.dropped += 1;
    lostHits.note(hit);
    warn("hits_dropped", { dropped: totals.dropped, waiting: waiting.count(), isClosed });
    settle?.(unavailable(why));
  }

  function accept(hit: Interaction | EngagementBeacon): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = beginWithDeadline(() => reject(unavailable("has not been committed in time")));
      const settle = (error: ServiceError | null) => {
        end();
        if (error === null) resolve();
        else reject(error);
      };
      take({ hit, settle });
    });
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    const hits = batch.map(({ hit }) => hit);
    await writer.write(hits, (index, isCommitted) => {
      const entry = batch[index];
      if (entry === undefined) return;
      if (!isCommitted) return drop(entry, "could not be written");
      totals.written += 1;
      entry.settle?.(null);
    });
    totals.batches += 1;
  }

  return {
    recordPageView: (hit) => take({ hit, settle: null }),
    waitForRoom(agencyId) {
      const room = waiting.pageWait(agencyId);
      if (room !== null) totals.pagesHeld += 1;
      return room;
    },
    recordInteraction: accept,
    recordBeacon: accept,
    flush: waiting.flush,
    async close(timeoutMs = closeTimeoutMs) {
      isClosed = true;
      const giveUp = setTimeout(() => writer.abandon(), timeoutMs);
      await waiting.flush();
      clearTimeout(giveUp);
      await writer.writeLost(AbortSignal.timeout(farewellTimeoutMs));
      if (totals.dropped > 0) deps.log.warn("hits_lost", { dropped: totals.dropped });
    },
    stats: () => ({ waiting: waiting.count(), failedAttempts: writer.failedAttempts(), ...totals }),
  };
}

function unavailable(what: string): ServiceError {
  return new ServiceError("service_unavailable", `The hit ${what}.`);
}
