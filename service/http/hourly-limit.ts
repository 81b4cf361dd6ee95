import type { Limiter, LimitVerdict } from "../limits/sliding-window.ts";
import { type Caller, hourlyLimitDefault, hourlyWindowSeconds } from "./caller.ts";

/** Counts one request of an agency: the one counter that REST and the agent endpoint share. */
export function checkHourlyLimit(limiter: Limiter, caller: Caller): Promise<LimitVerdict> {
  return limiter.check(`agency:${caller.agencyId}`, caller.hourlyLimit, hourlyWindowSeconds * 1000);
}

/** What the limit headers say when nobody was recognised: nothing was counted, and nothing is admitted without a key. */
export function nothingCounted(): LimitVerdict {
  const resetAtSeconds = Math.ceil(Date.now() / 1000);
  return { isAdmitted: true, limit: hourlyLimitDefault, remaining: 0, resetAtSeconds, retryAfterSeconds: 1 };
}
