import type { TargetRules } from "./check-target.ts";
import { requestChecked } from "./request-checked.ts";
import type { PinnedAnswer } from "./request-pinned.ts";

export type PinnedGet = {
  /** The most bytes of body that the answer may have; one more is a failure. */
  answerBytesMax: number;
  headers?: Readonly<Record<string, string>> | undefined;
  rules?: TargetRules | undefined;
  timeoutMs?: number | undefined;
  connectTimeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  ca?: string | undefined;
};

/** A feed that is not there by then is read at the next turn of its loop. */
const getTimeoutMsDefault = 15_000;

/**
 * Fetches bytes from a target that is checked first, such as a feed, and returns the answer, 304 included.
 * A redirect fails with `redirect`; `getFollowing` follows it.
 * Throws a PinnedRequestError; see `requestChecked` for its kinds.
 */
export function getPinned(url: string, get: PinnedGet): Promise<PinnedAnswer> {
  return requestChecked(url, { ...get, method: "GET", timeoutMs: get.timeoutMs ?? getTimeoutMsDefault });
}
