import { LRUCache } from "lru-cache";
import type { Caller } from "../http/caller.ts";
import type { LimitVerdict } from "../limits/sliding-window.ts";

/** Agencies remembered; the one that was quiet longest goes first. About 150 bytes each. */
const agenciesMax = 10_000;

/**
 * Remembers the last count of each agency, for answers to messages that don't count: a notification follows the request
 * that its client has just made, and asking the limiter would count it.
 */
export function createLastVerdicts() {
  const verdicts = new LRUCache<number, LimitVerdict>({ max: agenciesMax });
  return {
    note(caller: Caller, verdict: LimitVerdict): void {
      verdicts.set(caller.agencyId, verdict);
    },
    of(caller: Caller): LimitVerdict {
      const known = verdicts.get(caller.agencyId);
      const nowSeconds = Math.ceil(Date.now() / 1000);
      if (known !== undefined && known.resetAtSeconds > nowSeconds)
        return { ...known, isAdmitted: true, admission: null };
      const limit = caller.hourlyLimit;
      return {
        isAdmitted: true,
        admission: null,
        limit,
        remaining: limit,
        resetAtSeconds: nowSeconds,
        retryAfterSeconds: 1,
      };
    },
  };
}
