import type { Limiter, LimitVerdict } from "../limits/sliding-window.ts";
import { type Caller, hourlyLimitDefault, hourlyWindowSeconds } from "./caller.ts";

/** Counts one request of an agency: the one counter that REST and the agent endpoint share. */
export function checkHourlyLimit(limiter: Limiter, caller: Caller): Promise<LimitVerdict> {
  return limiter.check(hourlyKey(caller), caller.hourlyLimit, hourlyWindowSeconds * 1000);
}

/** Takes a request back that the agency is not charged for; what it says is the verdict as if it had never been asked. */
export async function giveBackRequest(
  limiter: Limiter,
  caller: Caller,
  verdict: LimitVerdict,
): Promise<LimitVerdict> {
  if (verdict.admission === null) return verdict;
  await limiter.giveBack(hourlyKey(caller), verdict.admission);
  return { ...verdict, admission: null, remaining: Math.min(verdict.limit, verdict.remaining + 1) };
}

function hourlyKey(caller: Caller): string {
  return `agency:${caller.agencyId}`;
}

/** What the limit headers say when nobody was recognised: nothing was counted, and nothing is admitted without a key. */
export function nothingCounted(): LimitVerdict {
  const resetAtSeconds = Math.ceil(Date.now() / 1000);
  return {
    isAdmitted: true,
    admission: null,
    limit: hourlyLimitDefault,
    remaining: 0,
    resetAtSeconds,
    retryAfterSeconds: 1,
  };
}
