import { heapStats } from "bun:jsc";
import { expect, test } from "bun:test";
import { createMemoryLimiter } from "../../../service/floor/limits/memory.ts";

const hourMs = 3_600_000;

function heapBytes(): number {
  Bun.gc(true);
  return heapStats().heapSize;
}

test("checks of agencies that call all the time leave nothing behind", () => {
  let nowMs = 0;
  const clock = { monotonicMs: () => nowMs, unixMs: () => nowMs };
  const limiter = createMemoryLimiter({ clock });
  const checkAll = (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      nowMs += hourMs / 100;
      for (const agency of ["a", "b", "c"]) limiter.take(`agency:${agency}`, 500, hourMs);
    }
  };
  // One that called once and is still in its window: it stays the oldest.
  limiter.take("agency:quiet", 500, Number.MAX_SAFE_INTEGER);
  checkAll(2_000);
  const before = heapBytes();
  checkAll(50_000);
  expect(limiter.size().keys).toBe(4);
  // 150,000 checks left 15 MB.
  expect(heapBytes() - before).toBeLessThan(1_000_000);
});
