/** The exact window in the memory of one process. */
import {
  firstLaterThan,
  type Limiter,
  type LimitVerdict,
  refuseWrongLimit,
  verdictOf,
} from "./sliding-window.ts";

/** `monotonicMs` never runs backwards and orders the log; `unixMs` only dates the verdicts. Both in milliseconds. */
export type Clock = { monotonicMs(): number; unixMs(): number };

export type MemoryLimiter = Limiter & {
  /** The check itself; `countedMs` (at most `windowMs`) lets only younger admissions count. */
  take(
    key: string,
    limit: number,
    windowMs: number,
    countedMs?: number,
  ): { verdict: LimitVerdict; takenAtMs: number };
  /** Takes back the admission that `take` gave at `takenAtMs`. */
  giveBack(key: string, takenAtMs: number): void;
  /** Keys and admissions held now. */
  size(): { keys: number; admissions: number };
};

/** Times in rising order; those before `head` have left the window and wait to be cut off together. */
type KeyLog = { times: number[]; head: number; windowMs: number };

/** An idle key takes about 250 bytes: 25 MB at most for the addresses of a flood. */
const keysMax = 100_000;
/** 8 bytes each: 32 MB, which is 8,000 agencies that all used up 500. */
const admissionsMax = 4_000_000;
/** Expired keys that one new key clears away; more than one, so that they go faster than they come. */
const sweptPerNewKey = 2;

const systemClock: Clock = { monotonicMs: () => performance.now(), unixMs: () => Date.now() };

/**
 * Creates a limiter that keeps its log in memory. Beyond its bounds it forgets the key that was checked longest ago:
 * that key's owner gets a fresh window, which harms less than refusing everybody or running out of memory.
 */
export function createMemoryLimiter(
  options: { clock?: Clock; keysMax?: number; admissionsMax?: number } = {},
): MemoryLimiter {
  const clock = options.clock ?? systemClock;
  const bounds = { keys: options.keysMax ?? keysMax, admissions: options.admissionsMax ?? admissionsMax };
  /** In the order of the last check: the first key is the one to forget. */
  const logs = new Map<string, KeyLog>();
  let admissions = 0;

  function take(key: string, limit: number, windowMs: number, countedMs = windowMs) {
    refuseWrongLimit(limit, windowMs);
    const log = logs.get(key) ?? { times: [], head: 0, windowMs };
    const nowMs = Math.max(clock.monotonicMs(), log.times.at(-1) ?? Number.NEGATIVE_INFINITY);
    expire(log, nowMs);
    const { times } = log;
    const firstCounted = firstLaterThan(times, log.head, nowMs - countedMs);
    const usedBefore = times.length - firstCounted;
    const isAdmitted = usedBefore < limit;
    if (isAdmitted) {
      times.push(nowMs);
      admissions += 1;
    }
    touch(key, log, nowMs);
    const used = times.length - firstCounted;
    // After a limit was lowered, more than one has to leave before the next is admitted.
    const leaving = times[firstCounted + Math.max(0, used - limit)];
    const waitMs = (leaving ?? nowMs) + windowMs - nowMs;
    const unixMs = clock.unixMs();
    const verdict = verdictOf({
      isAdmitted,
      limit,
      used,
      windowMs,
      slotFreesAtMs: unixMs + waitMs,
      nowMs: unixMs,
    });
    return { verdict, takenAtMs: nowMs };
  }

  function expire(log: KeyLog, nowMs: number): void {
    const live = firstLaterThan(log.times, log.head, nowMs - log.windowMs);
    admissions -= live - log.head;
    log.head = live;
    // Cutting only when half has left keeps a check cheap for limits of any size.
    if (log.head * 2 < log.times.length) return;
    log.times.splice(0, log.head);
    log.head = 0;
  }

  function touch(key: string, log: KeyLog, nowMs: number): void {
    const isNew = !logs.delete(key);
    if (log.times.length === log.head) return;
    logs.set(key, log);
    if (isNew) sweep(nowMs);
    while (logs.size > 1 && (logs.size > bounds.keys || admissions > bounds.admissions)) forgetOldest();
  }

  function sweep(nowMs: number): void {
    for (let swept = 0; swept < sweptPerNewKey; swept += 1) {
      const [oldest] = logs.values();
      if (oldest === undefined || (oldest.times.at(-1) ?? nowMs) + oldest.windowMs > nowMs) return;
      forgetOldest();
    }
  }

  function forgetOldest(): void {
    const [entry] = logs;
    if (entry === undefined) return;
    const [key, log] = entry;
    admissions -= log.times.length - log.head;
    logs.delete(key);
  }

  function giveBack(key: string, takenAtMs: number): void {
    const log = logs.get(key);
    const index = log?.times.lastIndexOf(takenAtMs) ?? -1;
    if (log === undefined || index < log.head) return;
    log.times.splice(index, 1);
    admissions -= 1;
    if (log.times.length === log.head) logs.delete(key);
  }

  return {
    check: async (key, limit, windowMs) => take(key, limit, windowMs).verdict,
    close: async () => logs.clear(),
    take,
    giveBack,
    size: () => ({ keys: logs.size, admissions }),
  };
}
