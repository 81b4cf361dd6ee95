/** What a quiet machine, for which the tests' bounds in milliseconds are written, takes for a unit of arithmetic. */
const quietUnitMs = 0.135;
const unitLength = 100_000;
/** Enough of them for the engine to compile the loop. */
const warmingUnits = 50;
/** Longer than the slices in which a busy machine gives its cores away. */
const measuredMsMin = 50;
const measuredMsMax = 2_000;

let isWarm = false;
let sum = 1;

/**
 * How many times slower than a quiet machine this one is at the moment, by a clock of milliseconds and never below 1: it does arithmetic
 * for as long as `likeMs`, what was measured just before, and counts how far it gets.
 */
export function slowness(likeMs: number, clock: () => number = () => performance.now()): number {
  for (let unit = 0; !isWarm && unit < warmingUnits; unit += 1) doUnit();
  isWarm = true;
  const startedMs = clock();
  const enoughMs = Math.min(Math.max(likeMs, measuredMsMin), measuredMsMax);
  let units = 0;
  let passedMs = 0;
  while (passedMs < enoughMs) {
    doUnit();
    units += 1;
    passedMs = clock() - startedMs;
  }
  return Math.max(1, passedMs / (units * quietUnitMs));
}

function doUnit(): void {
  for (let step = 0; step < unitLength; step += 1) sum = (Math.imul(sum, 1_103_515_245) + 12_345) | 0;
}
