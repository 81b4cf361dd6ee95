import type { TargetRules } from "../../floor/outbound/check-target.ts";
import { getFollowing } from "../../floor/outbound/get-following.ts";
import { PinnedRequestError } from "../../floor/outbound/pinned-request-error.ts";
import { type MissingReason, pictureBytesMax } from "./schema.ts";

/** For all redirects together. */
const timeoutMs = 30_000;

/** `isBusy` where the server says at once that it can't answer now. */
type Failed = { reason: MissingReason; isBusy?: boolean };

/**
 * Fetches a picture of an old newsroom, from the host of that newsroom alone and through the guard of outgoing requests; each redirect is
 * checked like the first address.
 */
export async function fetchPicture(
  address: string,
  { source, rules, signal }: { source: string; rules: TargetRules; signal: AbortSignal },
): Promise<{ bytes: Uint8Array } | Failed> {
  try {
    const answer = await getFollowing<Failed>(new URL(address).href, {
      answerBytesMax: pictureBytesMax,
      rules,
      signal,
      endsAt: performance.now() + timeoutMs,
      before: async (url) =>
        bareHost(new URL(url).hostname) === bareHost(source) ? null : { reason: "other_host" },
    });
    if ("reason" in answer) return answer;
    if (answer.status === 200) return { bytes: answer.body };
    // Too many requests, or what stands before the server does not reach it. A 500 is a fault at this one picture.
    const isBusy = answer.status === 429 || answer.status >= 502;
    return isBusy ? { reason: "not_answered", isBusy } : { reason: "not_found" };
  } catch (error) {
    if (!(error instanceof PinnedRequestError) || signal.aborted) throw error;
    return { reason: error.kind === "response_too_large" ? "too_large" : "not_answered" };
  }
}

function bareHost(host: string): string {
  return host.replace(/^www\./, "");
}
