import type { Log } from "../../log.ts";
import { createFallbackLimiter } from "./fallback.ts";
import { createMemoryLimiter } from "./memory.ts";
import { createRedisLimiter } from "./redis.ts";
import type { Limiter } from "./sliding-window.ts";

/**
 * Opens the limiter of a process: in Redis when there is a `redisUrl`, else in memory, which is exact for one process only.
 * A Redis that doesn't answer at the start is no error: memory decides until it does. `countFallback` feeds a metric.
 */
export async function openLimiter(input: {
  redisUrl: string | null;
  limitTimeoutMs?: number | undefined;
  log: Log;
  countFallback(): void;
}): Promise<Limiter> {
  const memory = createMemoryLimiter();
  if (input.redisUrl === null) return memory;
  const redis = createRedisLimiter(input.redisUrl, { answerTimeoutMs: input.limitTimeoutMs });
  // No warning here, because the first failed check logs one.
  await redis.connect().catch(() => undefined);
  return createFallbackLimiter({ redis, memory, log: input.log, countFallback: input.countFallback });
}
