import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceError } from "../../errors.ts";
import { createBatchQueue } from "./batch-queue.ts";
import type { AddressVerdict } from "./classify/address-verifier.ts";
import { reasons } from "./classify/reasons.ts";
import type { Hit } from "./hit.ts";

/** Most hits that wait in memory, about 60 MB with long referrers: many minutes of a busy newsroom without its database. */
const waitingHitsMax = 100_000;
/**
 * The part of them that may wait before pages do: less than a second of writing, so that a burst slows nobody. In a flood a few thousand
 * more come in before the waits of pages balance what is written. A click stands behind them all and is answered after its commit,
 * for which it has 2.5 s.
 */
const unhurriedShare = 0.03;
/** Longest wait of a page in milliseconds, when the memory is full: a reader hardly feels it. */
const pageWaitMaxMs = 250;

export type Waiting = { hit: Hit; settle: ((error: ServiceError | null) => void) | null };

export type WaitingHits = {
  /** Returns the hit that there is no room for: this one, or another agency's that gave way to it; null where all fit. */
  take(entry: Waiting): Waiting | null;
  /** Those in memory, being written or not. */
  count(): number;
  /** How long a page of this agency is to wait for its answer; null where it need not. */
  pageWait(agencyId: number): Promise<void> | null;
  /** Resolves when nothing waits any more. */
  flush(): Promise<void>;
};

/** What is to be written: bounded, and fair to agencies. */
export function createWaitingHits(
  write: (batch: readonly Waiting[]) => Promise<void>,
  waitingMax = waitingHitsMax,
): WaitingHits {
  const queue = createBatchQueue(write);
  /** Hits whose address the name server is being asked about: at most 1.5 s each. */
  const inQuestion = new Set<Promise<void>>();
  const count = () => queue.size() + inQuestion.size;

  function add(entry: Waiting): void {
    const { addressVerdict } = entry.hit;
    if (addressVerdict === undefined) queue.push(entry);
    else {
      const asked = addressVerdict.then((verdict) => {
        inQuestion.delete(asked);
        queue.push({ ...entry, hit: correctClass(entry.hit, verdict) });
      });
      inQuestion.add(asked);
    }
  }

  return {
    take(entry) {
      let loser: Waiting | null = null;
      if (count() >= waitingMax) {
        // A flood loses its own hits: the newest one of the agency with most goes, unless this hit is of that agency.
        loser = queue.takeBack(queue.lineOf(entry.hit.agencyId).length + 1) ?? entry;
      }
      if (loser !== entry) add(entry);
      return loser;
    },
    count,
    pageWait(agencyId) {
      const unhurried = waitingMax * unhurriedShare;
      const excess = count() - unhurried;
      const { length, agencies } = queue.lineOf(agencyId);
      if (excess <= 0 || length <= unhurried / agencies) return null;
      return sleep(Math.min(1, excess / (waitingMax - unhurried)) * pageWaitMaxMs);
    },
    async flush() {
      await Promise.all(inQuestion);
      await queue.flush();
    },
  };
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
