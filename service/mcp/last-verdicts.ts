import type { Caller } from "../http/caller.ts";
import type { LimitVerdict } from "../limits/sliding-window.ts";

/** Agencies remembered; the one that was quiet longest goes first. About 150 bytes each. */
const agenciesMax = 10_000;

/**
 * Remembers the last count of each agency, for answers to messages that don't count: a notification follows the request
 * that its client has just made, and asking the limiter would count it.
 */
export function createLastVerdicts() {
  const verdicts = new Map<number, LimitVerdict>();
  return {
    note(caller: Caller, verdict: LimitVerdict): void {
      verdicts.delete(caller.agencyId);
      verdicts.set(caller.agencyId, verdict);
      const oldest = verdicts.size > agenciesMax ? verdicts.keys().next().value : undefined;
      if (oldest !== undefined) verdicts.delete(oldest);
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
