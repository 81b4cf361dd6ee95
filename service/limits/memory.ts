/** The exact window in the memory of one process. */
import {
  type Admission,
  firstLaterThan,
  kindOf,
  type Limiter,
  type LimitVerdict,
  refuseWrongLimit,
  verdictOf,
} from "./sliding-window.ts";

/** `monotonicMs` never runs backwards and orders the log; `unixMs` only dates the verdicts. Both in milliseconds. */
type Clock = { monotonicMs(): number; unixMs(): number };

export type MemoryLimiter = Limiter & {
  /** The check itself; `countedMs` (at most `windowMs`) lets only younger admissions count. */
  take(key: string, limit: number, windowMs: number, countedMs?: number): LimitVerdict;
  /** Keys and admissions held now. */
  size(): { keys: number; admissions: number };
};

/** Times in rising order; those before `head` have left the window and wait to be cut off together. */
type KeyLog = { times: number[]; head: number; windowMs: number };

/** Of one kind. An idle key takes about 250 bytes: 25 MB at most for the addresses of a flood. */
const keysMax = 100_000;
/** Of one kind. 8 bytes each: 32 MB, which is 8,000 agencies that all used up 500. */
const admissionsMax = 4_000_000;
/** Expired keys that one new key clears away; more than one, so that they go faster than they come. */
const sweptPerNewKey = 2;

const systemClock: Clock = { monotonicMs: () => performance.now(), unixMs: () => Date.now() };

type Options = { clock?: Clock; keysMax?: number; admissionsMax?: number };

/**
 * Creates a limiter that keeps its log in memory. Each kind of key has its own bounds, so that a flood of addresses at the public
 * tools can't push the window of an agency out.
 */
export function createMemoryLimiter(options: Options = {}): MemoryLimiter {
  /** Kinds stand in the program and not in requests: a handful. */
  const byKind = new Map<string, MemoryLimiter>();
  const limiterOf = (key: string) => {
    const kind = kindOf(key);
    const known = byKind.get(kind) ?? createLimiterOfKind(options);
    byKind.set(kind, known);
    return known;
  };
  return {
    check: async (key, limit, windowMs) => limiterOf(key).take(key, limit, windowMs),
    take: (key, limit, windowMs, countedMs) => limiterOf(key).take(key, limit, windowMs, countedMs),
    giveBack: (key, admission) => limiterOf(key).giveBack(key, admission),
    close: async () => byKind.clear(),
    size() {
      const sizes = [...byKind.values()].map((limiter) => limiter.size());
      return {
        keys: sizes.reduce((total, { keys }) => total + keys, 0),
        admissions: sizes.reduce((total, size) => total + size.admissions, 0),
      };
    },
  };
}

/**
 * Beyond its bounds it forgets the key that was checked longest ago: that key's owner gets a fresh window, which harms less than
 * refusing everybody or running out of memory.
 */
function createLimiterOfKind(options: Options): MemoryLimiter {
  const clock = options.clock ?? systemClock;
  const bounds = { keys: options.keysMax ?? keysMax, admissions: options.admissionsMax ?? admissionsMax };
  /** In the order of the last check: the first key is the one to forget. */
  const logs = new Map<string, KeyLog>();
  /**
   * Walks `logs` once. A walk begun anew would step over the gaps of all keys that were forgotten before: 0.4 ms for each new key of
   * a flood.
   */
  let walk = logs.entries();
  let oldest: [string, KeyLog] | undefined;
  let admissions = 0;

  function take(key: string, limit: number, windowMs: number, countedMs = windowMs): LimitVerdict {
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
    return verdictOf({
      isAdmitted,
      admission: isAdmitted ? { memoryMs: nowMs, redisUs: null } : null,
      limit,
      used,
      windowMs,
      slotFreesAtMs: unixMs + waitMs,
      nowMs: unixMs,
    });
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
    const isNew = !remove(key);
    if (log.times.length === log.head) return;
    logs.set(key, log);
    if (isNew) sweep(nowMs);
    while (logs.size > 1 && (logs.size > bounds.keys || admissions > bounds.admissions)) forgetOldest();
  }

  function sweep(nowMs: number): void {
    for (let swept = 0; swept < sweptPerNewKey; swept += 1) {
      const [, log] = findOldest() ?? [];
      if (log === undefined || (log.times.at(-1) ?? nowMs) + log.windowMs > nowMs) return;
      forgetOldest();
    }
  }

  function forgetOldest(): void {
    const [key, log] = findOldest() ?? [];
    if (key === undefined || log === undefined) return;
    admissions -= log.times.length - log.head;
    remove(key);
  }

  function findOldest(): [string, KeyLog] | undefined {
    oldest ??= walk.next().value;
    if (oldest !== undefined) return oldest;
    // At its end a walk stays there, whatever is added later.
    walk = logs.entries();
    oldest = walk.next().value;
    return oldest;
  }

  function remove(key: string): boolean {
    if (oldest?.[0] === key) oldest = undefined;
    return logs.delete(key);
  }

  async function giveBack(key: string, { memoryMs }: Admission): Promise<void> {
    const log = logs.get(key);
    const index = memoryMs === null ? -1 : (log?.times.lastIndexOf(memoryMs) ?? -1);
    if (log === undefined || index < log.head) return;
    log.times.splice(index, 1);
    admissions -= 1;
    if (log.times.length === log.head) remove(key);
  }

  return {
    check: async (key, limit, windowMs) => take(key, limit, windowMs),
    close: async () => logs.clear(),
    take,
    giveBack,
    size: () => ({ keys: logs.size, admissions }),
  };
}
