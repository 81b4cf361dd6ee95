/** What a limiter is, whatever keeps its log: an exact sliding window per key. */

/**
 * Admits at most `limit` checks per key in every span of `windowMs`, wherever the span begins.
 * A refused check doesn't count. A key keeps to one window; its limit may change from check to check.
 * Shapes: `key` is a short ASCII name such as `agency:<uuid>`; `limit` is an integer >= 0 (0 refuses always).
 */
export type Limiter = {
  check(key: string, limit: number, windowMs: number): Promise<LimitVerdict>;
  /** Takes back an admission of `key`, as if it had never been asked for. Where its store is away, the slot stays used. */
  giveBack(key: string, admission: Admission): Promise<void>;
  close(): Promise<void>;
};

/** When an admission was counted, by the clocks of those who count: what names it in their logs; null where one has none. */
export type Admission = { memoryMs: number | null; redisUs: number | null };

export type LimitVerdict = {
  isAdmitted: boolean;
  /** Names the admission for `giveBack`; null where nothing was counted. */
  admission: Admission | null;
  limit: number;
  /** Checks that would still be admitted now. */
  remaining: number;
  /** The Unix second, rounded up, at which the next slot frees. */
  resetAtSeconds: number;
  /** Seconds until `resetAtSeconds`, at least 1: who is refused and waits that long is admitted, if nobody else was faster. */
  retryAfterSeconds: number;
};

/** Turns the state of a log right after a check into a verdict; `slotFreesAtMs` and `nowMs` are Unix milliseconds. */
export function verdictOf(input: {
  isAdmitted: boolean;
  admission: Admission | null;
  limit: number;
  used: number;
  slotFreesAtMs: number;
  nowMs: number;
  windowMs: number;
}): LimitVerdict {
  const resetAtSeconds = Math.ceil(input.slotFreesAtMs / 1000);
  const untilReset = resetAtSeconds - Math.floor(input.nowMs / 1000);
  // Both ends are rounded outwards, which can say 3601 s of a window of 3600 s; a whole window is always enough.
  const longestWait = Math.ceil(Math.max(input.windowMs, input.slotFreesAtMs - input.nowMs) / 1000);
  return {
    isAdmitted: input.isAdmitted,
    admission: input.admission,
    limit: input.limit,
    remaining: Math.max(0, input.limit - input.used),
    resetAtSeconds,
    retryAfterSeconds: Math.max(1, Math.min(untilReset, longestWait)),
  };
}

/** Throws unless a limit and a window are ones that a limiter can keep: a wrong one would admit everything. */
export function refuseWrongLimit(limit: number, windowMs: number): void {
  if (!Number.isSafeInteger(limit) || limit < 0)
    throw new RangeError(`limit is ${limit}: give an integer >= 0`);
  if (!Number.isSafeInteger(windowMs) || windowMs < 1)
    throw new RangeError(`windowMs is ${windowMs}: give an integer >= 1`);
}

/** Returns the first index from `from` on whose time is later than `time`; `times` rise, so that a binary search finds it. */
export function firstLaterThan(times: readonly number[], from: number, time: number): number {
  let low = from;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What a key limits, such as `agency` or `tool`: its part before the first colon, never an agency or an address. */
export function kindOf(key: string): string {
  const end = key.indexOf(":");
  return end === -1 ? "other" : key.slice(0, end);
}
