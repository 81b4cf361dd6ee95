import { afterEach, expect, test } from "bun:test";
import { type Loop, type RunningLoops, startLoops } from "../../../service/floor/loops/start-loops.ts";
import { createLog } from "../../../service/log.ts";
import { until } from "../../support/until.ts";

const dayMs = 24 * 60 * 60 * 1_000;
/** Each of the times that passed would take 0.1 ms, and there are 432,000 of them. */
const heldUpMs = 5_000;

const RightDate = Date;
let loops: RunningLoops;
afterEach(async () => {
  globalThis.Date = RightDate;
  await loops.stop();
});

test.each([5, -5])(
  "a clock that is set by %p days neither holds the process up nor stops a loop",
  async (days) => {
    let runs = 0;
    // The loop's own time comes before the next look at the clock.
    await untilMs(500);
    loops = startLoops(
      [loopOf(() => (runs += 1))],
      createLog("error", () => {}),
    );
    await until(() => runs > 1);
    await untilMs(800);
    const longest = watchTurns();
    setClock(days * dayMs);
    const before = runs;
    await until(() => runs > before + 1);
    setClock(0);
    const after = runs;
    await until(() => runs > after + 1);
    expect(longest()).toBeLessThan(heldUpMs);
    // A run at each jump, and those of the seconds that it took; none for each second that was left out.
    expect(runs - before).toBeLessThan(100);
  },
);

test("no loop runs after its end", async () => {
  let runs = 0;
  loops = startLoops(
    [loopOf(() => (runs += 1))],
    createLog("error", () => {}),
  );
  await until(() => runs > 1);
  await loops.stop();
  const atStop = runs;
  loops.wake("each-second");
  await Bun.sleep(1_200);
  expect(runs).toBe(atStop);
});

const loopOf = (run: () => void): Loop => ({
  name: "each-second",
  schedule: "* * * * * *",
  async run() {
    run();
    return false;
  },
});

/** Sets the wall clock, which goes on from there; the one of bun:test stands still. */
function setClock(byMs: number): void {
  const now = () => RightDate.now() + byMs;
  globalThis.Date = class extends RightDate {
    constructor(...given: [] | [number]) {
      super(given[0] ?? now());
    }
    static override now = now;
  } as DateConstructor;
}

const untilMs = (ofSecond: number) => until(() => Math.abs((RightDate.now() % 1_000) - ofSecond) < 100);

/** The longest time in which the process did nothing else. */
function watchTurns(): () => number {
  let lastMs = performance.now();
  let longestMs = 0;
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - lastMs);
    lastMs = performance.now();
  }, 50);
  return () => {
    clearInterval(timer);
    return longestMs;
  };
}
