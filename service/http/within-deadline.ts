import { ServiceError } from "../errors.ts";

/** A caller of the API never waits longer for the database than this; then it is told to come back. */
export const requestDeadlineMs = 3_000;

/**
 * Settles as `work` does, or throws `service_unavailable` after `deadlineMs`: some faults of a restarting server leave a
 * query unsettled for ever, and the caller gets its 503 all the same.
 */
export async function withinDeadline<T>(
  work: Promise<T>,
  deadlineMs: number = requestDeadlineMs,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ServiceError("service_unavailable", `No answer within ${deadlineMs} ms.`)),
      deadlineMs,
    );
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
