import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createMemoryLimiter } from "../../../service/floor/limits/memory.ts";
import { checkModel, type Model, mostInOneWindow, stepsOf } from "./model.ts";

const windowMs = 3_600_000;

/** A clock that stands until it is moved; it starts in the middle of a second, where rounding shows. */
function movableClock(startMs = 1_790_000_000_500) {
  let nowMs = startMs;
  return {
    clock: { monotonicMs: () => nowMs, unixMs: () => nowMs },
    now: () => nowMs,
    move: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe("the window in memory", () => {
  test("decides as a list of all admissions does, whatever the pauses and the limits", () => {
    fc.assert(
      fc.property(stepsOf(windowMs), (steps) => {
        const time = movableClock();
        const limiter = createMemoryLimiter({ clock: time.clock });
        const model: Model = { admittedMs: [], lastMs: 0 };
        for (const step of steps) {
          time.move(step.pauseMs);
          const expected = checkModel(model, step, windowMs, time.now());
          expect(limiter.take("a", step.limit, windowMs)).toMatchObject(expected);
        }
      }),
      { numRuns: 1_500 },
    );
  });

  test("admits no more than its limit in any span, and exactly that many in a flood", () => {
    const time = movableClock();
    const limiter = createMemoryLimiter({ clock: time.clock });
    const admitted: number[] = [];
    for (let check = 0; check < 30_000; check += 1) {
      time.move((check * 7_919) % 1_000);
      if (limiter.take("a", 500, windowMs).isAdmitted) admitted.push(time.now());
    }
    expect(mostInOneWindow(admitted, windowMs)).toBe(500);
    expect(admitted.length).toBeGreaterThan(1_500);
  });

  test("admits whoever waits for Retry-After, and nobody a millisecond before the slot frees", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999 }),
        fc.integer({ min: 1, max: 20_000 }),
        (offsetMs, shortWindowMs) => {
          const time = movableClock(1_790_000_000_000 + offsetMs);
          const limiter = createMemoryLimiter({ clock: time.clock });
          expect(limiter.take("a", 1, shortWindowMs).isAdmitted).toBe(true);
          time.move(shortWindowMs - 1);
          const verdict = limiter.take("a", 1, shortWindowMs);
          expect(verdict.isAdmitted).toBe(false);
          expect(verdict.retryAfterSeconds).toBeGreaterThanOrEqual(1);
          time.move(verdict.retryAfterSeconds * 1000);
          expect(limiter.take("a", 1, shortWindowMs).isAdmitted).toBe(true);
        },
      ),
    );
  });

  test("names a wait that is no longer than the window, even right after the admission", () => {
    const time = movableClock();
    const limiter = createMemoryLimiter({ clock: time.clock });
    limiter.take("a", 1, windowMs);
    const verdict = limiter.take("a", 1, windowMs);
    expect(verdict).toMatchObject({
      isAdmitted: false,
      retryAfterSeconds: 3600,
      resetAtSeconds: 1_790_003_601,
    });
  });

  test("keeps the keys apart", async () => {
    const limiter = createMemoryLimiter();
    expect((await limiter.check("a", 1, windowMs)).isAdmitted).toBe(true);
    expect((await limiter.check("b", 1, windowMs)).isAdmitted).toBe(true);
    expect((await limiter.check("a", 1, windowMs)).isAdmitted).toBe(false);
    await limiter.close();
  });

  test("refuses always at a limit of 0, and holds nothing for it", () => {
    const limiter = createMemoryLimiter();
    const verdict = limiter.take("a", 0, windowMs);
    expect(verdict).toMatchObject({ isAdmitted: false, remaining: 0, retryAfterSeconds: 3600 });
    expect(limiter.size()).toEqual({ keys: 0, admissions: 0 });
  });

  test.each([
    [-1, windowMs],
    [1.5, windowMs],
    [Number.NaN, windowMs],
    [1, 0],
    [1, 0.5],
  ])("refuses a limit of %p in %p ms, which it could not keep", (limit, wrongWindowMs) => {
    expect(() => createMemoryLimiter().take("a", limit, wrongWindowMs)).toThrow(RangeError);
  });

  test("takes an admission back once", async () => {
    const limiter = createMemoryLimiter();
    const { admission } = limiter.take("a", 1, windowMs);
    if (admission === null) throw new Error("nothing was counted");
    await limiter.giveBack("a", admission);
    await limiter.giveBack("a", admission);
    await limiter.giveBack("b", admission);
    expect(limiter.size()).toEqual({ keys: 0, admissions: 0 });
    expect(limiter.take("a", 1, windowMs).isAdmitted).toBe(true);
  });

  test("never runs backwards with its clock", () => {
    const time = movableClock();
    const limiter = createMemoryLimiter({ clock: time.clock });
    limiter.take("a", 2, windowMs);
    time.move(-60_000);
    limiter.take("a", 2, windowMs);
    time.move(windowMs);
    expect(limiter.take("a", 2, windowMs).isAdmitted).toBe(false);
    time.move(60_000);
    expect(limiter.take("a", 2, windowMs).isAdmitted).toBe(true);
  });
});

describe("the bounds of the memory", () => {
  test("hold the keys: the one that was checked longest ago is forgotten, the others are not", () => {
    const limiter = createMemoryLimiter({ keysMax: 3 });
    for (const key of ["a", "b", "c", "a", "d"]) limiter.take(key, 2, windowMs);
    expect(limiter.size()).toEqual({ keys: 3, admissions: 4 });
    expect(limiter.take("a", 2, windowMs).isAdmitted).toBe(false);
    expect(limiter.take("b", 2, windowMs).remaining).toBe(1);
  });

  test("hold the admissions of all keys together, but never forget the only key", () => {
    const limiter = createMemoryLimiter({ admissionsMax: 4 });
    for (let check = 0; check < 6; check += 1) limiter.take("a", 10, windowMs);
    expect(limiter.size()).toEqual({ keys: 1, admissions: 6 });
    limiter.take("b", 10, windowMs);
    expect(limiter.size()).toEqual({ keys: 1, admissions: 1 });
  });

  test.each([3, 4, 1_000])("%p addresses at the public tools push no agency's window out", (addresses) => {
    const limiter = createMemoryLimiter({ keysMax: 3 });
    for (let call = 0; call < 5; call += 1) limiter.take("agency:1", 5, windowMs);
    for (let address = 0; address < addresses; address += 1)
      limiter.take(`tool:seo-checker:10.0.${address >> 8}.${address & 255}`, 5, windowMs);
    expect(limiter.size().keys).toBe(4);
    expect(limiter.take("agency:1", 5, windowMs).isAdmitted).toBe(false);
  });

  test("as they are hold a million addresses, and an agency's window beside them", () => {
    const limiter = createMemoryLimiter();
    for (let call = 0; call < 500; call += 1) limiter.take("agency:1", 500, windowMs);
    for (let address = 0; address < 1_000_000; address += 1) limiter.take(`tool:x:${address}`, 5, windowMs);
    expect(limiter.size().keys).toBe(100_001);
    expect(limiter.take("agency:1", 500, windowMs).isAdmitted).toBe(false);
  });

  test("are not reached by keys that expire: new ones clear them away", () => {
    const time = movableClock();
    const limiter = createMemoryLimiter({ clock: time.clock });
    for (let key = 0; key < 1_000; key += 1) limiter.take(`old-${key}`, 5, windowMs);
    time.move(windowMs);
    for (let key = 0; key < 500; key += 1) limiter.take(`new-${key}`, 5, windowMs);
    expect(limiter.size()).toEqual({ keys: 500, admissions: 500 });
  });
});
