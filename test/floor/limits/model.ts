import * as fc from "fast-check";

/** The simplest limiter there is: every admission ever, in milliseconds, counted anew for each check. */
export type Model = { admittedMs: number[]; lastMs: number };

export type Step = { pauseMs: number; limit: number };

/** The oldest kept time that has to leave before one more fits under `limit`, or undefined when there is none. */
export function checkModel(model: Model, step: Step, windowMs: number, nowMs: number) {
  const effectiveMs = Math.max(nowMs, model.lastMs);
  const counted = model.admittedMs.filter((timeMs) => effectiveMs - timeMs < windowMs);
  const isAdmitted = counted.length < step.limit;
  if (isAdmitted) {
    model.admittedMs.push(effectiveMs);
    model.lastMs = effectiveMs;
    counted.push(effectiveMs);
  }
  const leaving = counted[Math.max(0, counted.length - step.limit)] ?? effectiveMs;
  return {
    isAdmitted,
    limit: step.limit,
    remaining: Math.max(0, step.limit - counted.length),
    resetAtSeconds: Math.ceil((leaving + windowMs) / 1000),
  };
}

/** Pauses around the edges of the window, and limits that are raised and lowered. */
export function stepsOf(windowMs: number, shortestPauseMs = 0): fc.Arbitrary<Step[]> {
  const pauseMs = fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 6, arbitrary: fc.integer({ min: shortestPauseMs, max: Math.floor(windowMs / 3) }) },
    { weight: 2, arbitrary: fc.constantFrom(1, windowMs - 1, windowMs, windowMs + 1) },
  );
  const limit = fc.oneof(
    { weight: 8, arbitrary: fc.constant(4) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 8 }) },
  );
  return fc.array(fc.record({ pauseMs, limit }), { minLength: 1, maxLength: 120, size: "max" });
}

/** The most admissions in any span of `windowMs`, half open: the promise itself, told without a limiter. */
export function mostInOneWindow(admitted: readonly number[], window: number): number {
  let from = 0;
  let most = 0;
  for (const [index, time] of admitted.entries()) {
    while (time - (admitted[from] ?? time) >= window) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}
