import { ServiceError } from "../../errors.ts";
import { settleWithin } from "../../floor/concurrency/within-deadline.ts";
import type { Sql } from "../../floor/db/open.ts";
import { createWarner, type Log } from "../../log.ts";
import { createBatchQueue } from "./batch-queue.ts";
import { createBatchWriter } from "./batch-writer.ts";
import type { AddressVerdict } from "./classify/address-verifier.ts";
import { reasons } from "./classify/reasons.ts";
import type { EngagementBeacon, Hit, Interaction, PageView } from "./hit.ts";

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

/** Keeps hits in memory and writes them in batches. */
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
  const queue = createBatchQueue(write);
  /** Hits whose address the name server is being asked about: at most 1.5 s each. */
  const inQuestion = new Set<Promise<void>>();
  let isClosed = false;

  function take(waiting: Waiting): boolean {
    if (isClosed || waitingCount() >= waitingMax) {
      totals.dropped += 1;
      warn("hits_dropped", { dropped: totals.dropped, waiting: waitingCount(), isClosed });
      return false;
    }
    const { addressVerdict } = waiting.hit;
    if (addressVerdict === undefined) queue.push(waiting);
    else {
      const asked = addressVerdict.then((verdict) => {
        inQuestion.delete(asked);
        queue.push({ ...waiting, hit: correctClass(waiting.hit, verdict) });
      });
      inQuestion.add(asked);
    }
    return true;
  }

  function waitingCount(): number {
    return queue.size() + inQuestion.size;
  }

  function accept(hit: Interaction | EngagementBeacon): Promise<void> {
    const accepted = new Promise<void>((resolve, reject) => {
      const settle = (error: ServiceError | null) => (error === null ? resolve() : reject(error));
      if (!take({ hit, settle })) reject(unavailable("could not be taken"));
    });
    const late = () => unavailable("has not been committed in time");
    return settleWithin(accepted, { timeoutMs: acceptTimeoutMs, late });
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
    await queue.flush();
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

/** The hit once the name server has said whose the address is: an impostor credits nobody. */
function correctClass<T extends Hit>(hit: T, verdict: AddressVerdict): T {
  if (verdict === "confirmed") return { ...hit, reasons: hit.reasons | reasons.crawlerAddressVerified };
  if (verdict === "unknown") return hit;
  return {
    ...hit,
    trafficClass: "suspected_bot",
    reasons: hit.reasons | reasons.crawlerAddressForeign,
    operator: null,
  };
}
