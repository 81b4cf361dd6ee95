import { WriterError } from "./writer.ts";

export type RunLimited = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/**
 * Returns a function that runs at most `concurrency` works at once and lets at most `waitingMax` more wait, first come first
 * served. One more is refused with `WriterError("unavailable")`. A waiting work whose signal is aborted leaves the queue.
 * Ours in place of p-limit 7.3.3: what waits there can't leave, so those who are gone would keep others out.
 */
export function limitConcurrency(concurrency: number, waitingMax: number): RunLimited {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function takeSeat(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (running < concurrency) {
      running += 1;
      return;
    }
    if (waiting.length >= waitingMax)
      throw new WriterError("unavailable", `${waitingMax} requests wait for the AI server already`);
    const seat = Promise.withResolvers<void>();
    const leave = () => {
      const at = waiting.indexOf(seat.resolve);
      if (at !== -1) waiting.splice(at, 1);
      seat.reject(signal.reason);
    };
    waiting.push(seat.resolve);
    signal.addEventListener("abort", leave, { once: true });
    try {
      await seat.promise;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  /** The seat goes straight to the next in line, so that no newcomer can overtake it. */
  function freeSeat(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return async (work, signal) => {
    await takeSeat(signal);
    try {
      return await work();
    } finally {
      freeSeat();
    }
  };
}
