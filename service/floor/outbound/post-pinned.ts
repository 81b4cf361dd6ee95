import type { TargetRules } from "./check-target.ts";
import type { ConnectionPool } from "./connection-pool.ts";
import { requestChecked } from "./request-checked.ts";
import type { PinnedAnswer } from "./request-pinned.ts";

export type PinnedPost = {
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  rules?: TargetRules | undefined;
  timeoutMs?: number | undefined;
  connectTimeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  ca?: string | undefined;
  /** Where connections wait for the next request; without it each request has its own. */
  connections?: ConnectionPool | undefined;
};

/** Receivers acknowledge within a few seconds and work later; the lease of a claimed delivery is twice as long. */
export const postTimeoutMsDefault = 15_000;

/** Room for an error text, of which the beginning is kept. */
const postAnswerBytesMax = 4 * 1_024;

/**
 * Posts bytes to a target that is checked first, and returns the answer, whatever its status.
 * An answer of more than 4 KB fails with `response_too_large`, whatever its status: a receiver that streams without end would
 * hold a seat until the deadline. `head` of the error has status and headers, for a 410 or a Retry-After in it.
 * Throws a PinnedRequestError; see `requestChecked` for its kinds.
 */
export function postPinned(url: string, post: PinnedPost): Promise<PinnedAnswer> {
  const timeoutMs = post.timeoutMs ?? postTimeoutMsDefault;
  return requestChecked(url, { ...post, method: "POST", timeoutMs, answerBytesMax: postAnswerBytesMax });
}
