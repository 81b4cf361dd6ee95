import { ServiceError } from "../../errors.ts";

/** The longest time that a caller of the API waits for the database; then it gets 503. */
export const requestDeadlineMs = 3_000;

/**
 * Settles as `work` does, or rejects with `service_unavailable` after `deadlineMs`: some faults of a restarting server leave a
 * query unsettled for ever, and the caller gets its 503 all the same.
 */
export function withinDeadline<T>(work: Promise<T>, deadlineMs: number = requestDeadlineMs): Promise<T> {
  return settleWithin(work, { timeoutMs: deadlineMs, late: () => tooLate(deadlineMs) });
}

/**
 * Settles as `work` does, or rejects with what `late` makes after `timeoutMs`, or with the signal's reason once that is
 * aborted. The work itself goes on, and nobody hears how it ended.
 *
 * When the time is up, answers that lie ready are read first. While a burst of requests holds the event loop, its timers run
 * before its sockets are read: a Redis that had answered after 1 ms was taken for gone.
 */
export function settleWithin<T>(
  work: Promise<T>,
  { timeoutMs, late, signal }: { timeoutMs: number; late: () => Error; signal?: AbortSignal | undefined },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      stop();
      reject(error);
    };
    const callOff = () => fail(signal?.reason);
    let timer = setTimeout(() => {
      timer = setTimeout(() => fail(late()), 0);
    }, timeoutMs);
    function stop(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", callOff);
    }
    work.then((value) => {
      stop();
      resolve(value);
    }, fail);
    if (signal?.aborted) callOff();
    else signal?.addEventListener("abort", callOff, { once: true });
  });
}

/** Waits for `work`, but no longer than `timeoutMs`, and says whether it was done by then. Rejects as `work` does. */
export async function isDoneWithin(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const late = new Error(`Not done within ${timeoutMs} ms.`);
  try {
    await settleWithin(work, { timeoutMs, late: () => late });
    return true;
  } catch (error) {
    if (error === late) return false;
    throw error;
  }
}

/** The error of a call whose deadline has passed. */
export function tooLate(deadlineMs: number): ServiceError {
  return new ServiceError("service_unavailable", `No answer within ${deadlineMs} ms.`);
}
