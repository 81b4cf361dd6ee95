import { ServiceError } from "./errors.ts";

/** A caller of the API never waits longer for the database than this; then it is told to come back. */
export const requestDeadlineMs = 3_000;

/**
 * Settles as `work` does, or rejects with `service_unavailable` after `deadlineMs`: some faults of a restarting server leave a
 * query unsettled for ever, and the caller gets its 503 all the same.
 */
export function withinDeadline<T>(work: Promise<T>, deadlineMs: number = requestDeadlineMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLate(deadlineMs)), deadlineMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** What a caller is told whose deadline has passed. */
export function tooLate(deadlineMs: number): ServiceError {
  return new ServiceError("service_unavailable", `No answer within ${deadlineMs} ms.`);
}
