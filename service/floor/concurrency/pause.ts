import { setTimeout } from "node:timers/promises";

/** Waits for so many milliseconds, or until the signal; without `ref` the process does not stay for it. */
export async function pause(ms: number, signal: AbortSignal, { ref = true } = {}): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
