import { deepStrictEqual } from "node:assert";
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import type { RedisLimiter } from "../../../service/floor/limits/redis.ts";
import { checkModel, type Model, stepsOf } from "./model.ts";

const windowMs = 3_600_000;
const startMs = 1_790_000_000_500;
/** Keys of one run, asked in turns: their checks share calls of the script, and none may see another's log. */
const keysPerRun = 3;

/**
 * Runs drawn steps against the limiter and the model, all checks of a run in flight at once, and returns how many checks
 * that were. Throws with the smallest steps that differ, and the seed that repeats them.
 */
export async function fuzzLimiter(
  limiter: RedisLimiter,
  options: { runs: number; seed?: number },
): Promise<number> {
  let checks = 0;
  const property = fc.asyncProperty(stepsOf(windowMs), async (steps) => {
    const keys = Array.from({ length: keysPerRun }, () => ({
      name: randomUUID(),
      model: { admittedMs: [], lastMs: 0 } as Model,
    }));
    let nowMs = startMs;
    const asked = steps.flatMap((step, index) => {
      nowMs += step.pauseMs;
      // Now and then two checks of one key follow each other within one call.
      const key = keys[Math.floor((index * 2) / 3) % keysPerRun];
      if (key === undefined) return [];
      const expected = checkModel(key.model, step, windowMs, nowMs);
      const verdict = limiter.take({ key: key.name, limit: step.limit, windowMs, nowUs: nowMs * 1000 });
      return [{ expected, verdict }];
    });
    checks += asked.length;
    for (const { expected, verdict } of asked) {
      const { isAdmitted, limit, remaining, resetAtSeconds } = await verdict;
      deepStrictEqual({ isAdmitted, limit, remaining, resetAtSeconds }, expected);
    }
  });
  await fc.assert(property, {
    numRuns: options.runs,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  });
  return checks;
}
