/** Longest wait between two attempts without a `Retry-After`. */
const backoffMaxMs = 8_000;
/** A longer `Retry-After` is the caller's to plan for (the hourly window may name most of an hour): no retry then. */
const retryAfterMaxSeconds = 30;

/**
 * Milliseconds to wait before attempt number `retry` (1 is the first repetition), or null for: don't.
 * Exponential with full jitter, so that clients which failed together don't come back together; never earlier than
 * `Retry-After`. `random` is 0 to 1.
 */
export function retryDelay(input: {
  retry: number;
  backoffMs: number;
  retryAfterSeconds: number | null;
  random: number;
}): number | null {
  const { retry, backoffMs, random } = input;
  const retryAfterSeconds = input.retryAfterSeconds ?? 0;
  if (retryAfterSeconds > retryAfterMaxSeconds) return null;
  return retryAfterSeconds * 1000 + random * Math.min(backoffMs * 2 ** (retry - 1), backoffMaxMs);
}
