/** The exact window in the memory of one process. */
import { createKeyLogs } from "./key-logs.ts";
import {
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

/** Of one kind. An idle key takes about 250 bytes: 25 MB at most for the addresses of a flood. */
const keysMax = 100_000;
/** Of one kind. 8 bytes each: 32 MB, which is 8,000 agencies that all used up 500. */
const admissionsMax = 4_000_000;

const systemClock: Clock = { monotonicMs: () => performance.now(), unixMs: () => Date.now() };

type Options = { clock?: Clock; keysMax?: number; admissionsMax?: number };

/**
 * Creates a limiter that keeps its log in memory. Each kind of key has its own bounds, so that a flood of addresses at the public
 * tools can't push the window of an agency out.
 */
export function createMemoryLimiter(options: Options = {}): MemoryLimiter {
  /** One limiter for each kind of limit. The program names the kinds, not a request, so that there is a handful. */
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

function createLimiterOfKind(options: Options): MemoryLimiter {
  const clock = options.clock ?? systemClock;
  const logs = createKeyLogs({
    keysMax: options.keysMax ?? keysMax,
    admissionsMax: options.admissionsMax ?? admissionsMax,
  });

  function take(key: string, limit: number, windowMs: number, countedMs = windowMs): LimitVerdict {
    refuseWrongLimit(limit, windowMs);
    const log = logs.open(key, windowMs);
    const nowMs = Math.max(clock.monotonicMs(), log.times.at(-1) ?? Number.NEGATIVE_INFINITY);
    logs.expire(log, nowMs);
    const { times } = log;
    const firstCounted = firstLaterThan(times, log.head, nowMs - countedMs);
    const usedBefore = times.length - firstCounted;
    const isAdmitted = usedBefore < limit;
    if (isAdmitted) logs.add(log, nowMs);
    logs.touch(key, log, nowMs);
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

  return {
    check: async (key, limit, windowMs) => take(key, limit, windowMs),
    close: async () => logs.clear(),
    take,
    async giveBack(key, { memoryMs }) {
      if (memoryMs !== null) logs.takeBack(key, memoryMs);
    },
    size: logs.size,
  };
}
