import { createTask } from "node-cron";
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

/**
 * Starts the loops: each runs at once, for what an outage left undone, then at its own schedule, one run of it at a time. A
 * wake-up during a run causes one more. `stop` ends the schedules, aborts the signal of running work, and waits for that
 * work.
 */
export function startLoops(loops: readonly Loop[], log: Log): RunningLoops {
  const stopping = new AbortController();
  const starters = new Map(loops.map((loop) => [loop.name, createStarter(loop, stopping.signal, log)]));
  const beats = loops.map((loop) => startBeat(loop.schedule, () => starters.get(loop.name)?.start()));
  const startAll = () => {
    for (const starter of starters.values()) starter.start();
  };
  // What was due between the two times is done now, and by one run.
  const endWatch = watchClock((byMs) => {
    log.warn("clock_was_set", { byMs });
    for (const beat of beats) beat.renew();
    startAll();
  });
  startAll();
  return {
    wake: (name) => starters.get(name)?.start(),
    async stop() {
      stopping.abort();
      endWatch();
      for (const beat of beats) beat.end();
      await Promise.all([...starters.values()].map((starter) => starter.idle()));
    },
  };
}

/** A timer that ends a moment early would find the same time again. */
const behindMs = 5;

/**
 * Calls `run` at the times of a cron expression. node-cron only reads the expression: its own timer goes through all times that passed
 * meanwhile, one by one, and with a clock that is five days ahead the process answered nobody for minutes.
 */
function startBeat(expression: string, run: () => void) {
  const task = createTask(expression, run);
  let timer: ReturnType<typeof setTimeout> | undefined;
  function renew(): void {
    clearTimeout(timer);
    const [next] = task.getNextRuns(1);
    if (next === undefined) return;
    timer = setTimeout(beat, next.getTime() - Date.now() + behindMs);
  }
  function beat(): void {
    renew();
    run();
  }
  renew();
  return {
    renew,
    end() {
      clearTimeout(timer);
      void task.destroy();
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
