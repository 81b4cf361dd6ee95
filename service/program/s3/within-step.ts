import { settleWithin } from "../../floor/concurrency/within-deadline.ts";

/** A part of 5 MB comes through in this time at 1.4 Mbit/s. Bun 1.4.5 itself waits for 6 minutes, four times over. */
export const stepTimeoutMs = 30_000;

/** One step of a conversation with the store: rejects when that is silent for too long. */
export function withinStep<T>(step: T | Promise<T>, timeoutMs: number): Promise<T> {
  const late = () => new Error(`The store of files was silent for ${timeoutMs} ms.`);
  return settleWithin(Promise.resolve(step), { timeoutMs, late });
}
