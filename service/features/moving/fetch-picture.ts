import type { TargetRules } from "../../floor/outbound/check-target.ts";
import { getPinned } from "../../floor/outbound/get-pinned.ts";
import { PinnedRequestError } from "../../floor/outbound/pinned-request-error.ts";
import { parseUrl } from "../../floor/strings/parse-url.ts";
import { type MissingReason, pictureBytesMax } from "./schema.ts";

/** To another spelling of the name, to the original, and one to spare. */
const redirectsMax = 3;
/** For all redirects together. */
const timeoutMs = 30_000;

/**
 * Fetches a picture of an old newsroom, from the host of that newsroom alone and through the guard of outgoing requests; each redirect is
 * checked like the first address.
 */
export async function fetchPicture(
  address: string,
  { source, rules, signal }: { source: string; rules: TargetRules; signal: AbortSignal },
): Promise<{ bytes: Uint8Array } | { reason: MissingReason }> {
  let url = new URL(address);
  const endsAtMs = performance.now() + timeoutMs;
  for (let redirects = 0; ; redirects += 1) {
    if (bareHost(url.hostname) !== bareHost(source)) return { reason: "other_host" };
    // The guard lets plain HTTP through to named ranges only; old texts name what answers by HTTPS today.
    if (url.protocol === "http:" && (rules.allowCidrs?.size ?? 0) === 0) url.protocol = "https:";
    const leftMs = endsAtMs - performance.now();
    if (leftMs <= 0) return { reason: "not_answered" };
    try {
      const answer = await getPinned(url.href, {
        answerBytesMax: pictureBytesMax,
        rules,
        signal,
        timeoutMs: leftMs,
      });
      return answer.status === 200 ? { bytes: answer.body } : { reason: "not_found" };
    } catch (error) {
      if (!(error instanceof PinnedRequestError) || signal.aborted) throw error;
      if (error.kind === "response_too_large") return { reason: "too_large" };
      const location = error.kind === "redirect" ? error.head?.headers.location : undefined;
      const next = location === undefined ? null : parseUrl(location, url);
      if (next === null || redirects >= redirectsMax) return { reason: "not_answered" };
      url = next;
    }
  }
}

function bareHost(host: string): string {
  return host.replace(/^www\./, "");
}
