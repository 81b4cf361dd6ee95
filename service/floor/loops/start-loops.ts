import { schedule } from "node-cron";
import type { Log } from "../../log.ts";

/** Work that the service does by itself. `run` returns true when there is more to do at once. */
export type Loop = {
  name: string;
  /** Cron expression with seconds. */
  schedule: string;
  run: (signal: AbortSignal) => Promise<boolean>;
  /** For a run that lasts while others work for it: called when the loop is woken meanwhile. */
  onWake?: () => void;
};

export type RunningLoops = {
  /** Runs a loop now, because something was just put into its queue. Unknown names are ignored: the loop may be off. */
  wake(name: string): void;
  stop(): Promise<void>;
};

/** A loop that always says "more" still lets its tick and the shutdown through. */
const roundsMax = 10_000;

/** A tick that a busy process missed is made up for by the next one; the warning would go to the console, past our log. */
const quiet = { suppressMissedWarning: true };

/**
 * Starts the loops: each runs at once, for what an outage left undone, then at its own schedule, one run of it at a time. A
 * wake-up during a run causes one more. `stop` ends the schedules, aborts the signal of running work, and waits for that
 * work.
 */
export function startLoops(loops: readonly Loop[], log: Log): RunningLoops {
  const stopping = new AbortController();
  const starters = new Map(loops.map((loop) => [loop.name, createStarter(loop, stopping.signal, log)]));
  const scheduleAll = () =>
    loops.map((loop) => schedule(loop.schedule, () => starters.get(loop.name)?.start(), quiet));
  const startAll = () => {
    for (const starter of starters.values()) starter.start();
  };
  let tasks = scheduleAll();
  // A task waits for the moment that it has chosen: a clock set back by an hour would stop every loop for an hour.
  const endWatch = watchClock((byMs) => {
    log.warn("clock_was_set", { byMs });
    for (const task of tasks) void task.destroy();
    tasks = scheduleAll();
    startAll();
  });
  startAll();
  return {
    wake: (name) => starters.get(name)?.start(),
    async stop() {
      stopping.abort();
      endWatch();
      await Promise.all(tasks.map((task) => task.destroy()));
      await Promise.all([...starters.values()].map((starter) => starter.idle()));
    },
  };
}

function createStarter(loop: Loop, signal: AbortSignal, log: Log) {
  let running: Promise<void> | null = null;
  let isWokenAgain = false;
  return {
    start() {
      if (signal.aborted) return;
      if (running !== null) {
        isWokenAgain = true;
        loop.onWake?.();
        return;
      }
      running = runRounds().finally(() => {
        running = null;
      });
    },
    idle: () => running ?? Promise.resolve(),
  };

  async function runRounds(): Promise<void> {
    try {
      for (let round = 0; round < roundsMax && !signal.aborted; round += 1) {
        isWokenAgain = false;
        const hasMore = await loop.run(signal);
        if (!hasMore && !isWokenAgain) return;
      }
    } catch (error) {
      // The next tick tries again: a loop outlives a database that is away.
      log.error("loop_failed", { loop: loop.name, error });
    }
  }
}

/** What the two clocks may drift apart between two looks; a step by NTP is larger, its slewing far smaller. */
const driftMaxMs = 2_000;
const lookEveryMs = 1_000;

/** Calls `onJump` whenever the wall clock was set, forward or back. Returns the function that ends the watch. */
function watchClock(onJump: (byMs: number) => void): () => void {
  const offsetMs = () => Date.now() - performance.now();
  let lastMs = offsetMs();
  const timer = setInterval(() => {
    const nowMs = offsetMs();
    const byMs = Math.round(nowMs - lastMs);
    lastMs = nowMs;
    if (Math.abs(byMs) > driftMaxMs) onJump(byMs);
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
