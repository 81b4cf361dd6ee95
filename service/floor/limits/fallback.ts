/** Redis, and the memory of this process when Redis is gone or has lost what it held. */
import { createWarner, type Log } from "../../log.ts";
import type { MemoryLimiter } from "./memory.ts";
import type { RedisLimiter } from "./redis.ts";
import type { Admission, Limiter, LimitVerdict } from "./sliding-window.ts";

/**
 * After a failure only one check in this time asks Redis, so that the others don't wait for a server that may still be away.
 */
const retryPauseMs = 500;
/**
 * The share of the window that counts when memory stands guard over Redis. Less than the whole, because two clocks never
 * run alike: 1 % is a hundred times the error of a poor quartz, and so the guard refuses nobody whom Redis rightly admits.
 */
const guardedShare = 0.99;

/**
 * Joins a limiter in Redis, which is exact over all replicas, with one in memory.
 *
 * Every admission is noted in memory too. So this process holds its limit without a gap when Redis goes away (then memory
 * decides), and when Redis comes back empty (then memory refuses what it knows to be over the limit).
 * No failure of Redis reaches the caller. `countFallback` is called for each check that memory decided.
 */
export function createFallbackLimiter(input: {
  redis: RedisLimiter;
  memory: MemoryLimiter;
  log: Log;
  countFallback(): void;
}): Limiter {
  const { redis, memory, log } = input;
  let isAway = false;
  let isProbing = false;
  let askAgainAtMs = 0;
  let isWarned = false;
  const warn = createWarner(log);

  async function check(key: string, limit: number, windowMs: number): Promise<LimitVerdict> {
    if (isAway && (isProbing || performance.now() < askAgainAtMs)) return holdInMemory(key, limit, windowMs);
    isProbing = isAway;
    const guard = memory.take(key, limit, windowMs, windowMs * guardedShare);
    const isCounted = guard.isAdmitted;
    const { memoryMs = null } = guard.admission ?? {};
    try {
      const verdict = await redis.take({ key, limit, windowMs, isCounted });
      noteAnswer();
      if (!verdict.isAdmitted) await forget(key, memoryMs);
      // Redis admits a check that this process knows to be over the limit, so Redis has lost its log.
      if (!isCounted && verdict.isAdmitted) return guard;
      return verdict.admission === null
        ? verdict
        : { ...verdict, admission: { ...verdict.admission, memoryMs } };
    } catch (error) {
      noteFailure(error);
      await forget(key, memoryMs);
      return holdInMemory(key, limit, windowMs);
    }
  }

  function holdInMemory(key: string, limit: number, windowMs: number): LimitVerdict {
    input.countFallback();
    return memory.take(key, limit, windowMs);
  }

  async function forget(key: string, memoryMs: number | null): Promise<void> {
    if (memoryMs !== null) await memory.giveBack(key, { memoryMs, redisUs: null });
  }

  async function giveBack(key: string, { memoryMs, redisUs }: Admission): Promise<void> {
    await forget(key, memoryMs);
    // When Redis is away, the slot stays used there: one too few for an hour, never one too many.
    if (redisUs !== null) await redis.giveBack(key, redisUs).catch(noteFailure);
  }

  function noteAnswer(): void {
    if (!isAway) return;
    isAway = false;
    isProbing = false;
    // Logged only after a logged warning, so that a Redis that comes and goes does not fill the log.
    if (isWarned) log.info("limits_back_in_redis");
    isWarned = false;
  }

  function noteFailure(error: unknown): void {
    isAway = true;
    isProbing = false;
    askAgainAtMs = performance.now() + retryPauseMs;
    if (warn("limits_held_in_memory", { error })) isWarned = true;
  }

  return {
    check,
    giveBack,
    async close() {
      await redis.close();
      await memory.close();
    },
  };
}
