import { slowness } from "./slowness.ts";

/** Some tries meet a busy machine, and the first ones code that is not compiled yet. */
const triesMax = 20;
const triesMsMax = 45_000;

/**
 * Milliseconds of the quickest try, as a quiet machine would take them. What is slow by itself is slow in each of them; one below
 * `enoughMs` ends them.
 */
export async function fastestMs(enoughMs: number, work: () => unknown): Promise<number> {
  const begunMs = performance.now();
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < triesMax && performance.now() - begunMs < triesMsMax; run += 1) {
    const startedMs = performance.now();
    await work();
    const takenMs = performance.now() - startedMs;
    fastest = Math.min(fastest, takenMs < enoughMs ? takenMs : takenMs / slowness(takenMs));
    if (fastest < enoughMs) break;
  }
  return fastest;
}
