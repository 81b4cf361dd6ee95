import { parseUrl } from "../strings/parse-url.ts";
import { getPinned, type PinnedGet } from "./get-pinned.ts";
import { PinnedRequestError } from "./pinned-request-error.ts";
import type { PinnedAnswer } from "./request-pinned.ts";
import { UnsafeTargetError } from "./unsafe-target-error.ts";

export type FollowingGet<Refusal> = Omit<PinnedGet, "timeoutMs"> & {
  /** For all redirects together, by the clock of `performance.now`. */
  endsAt: number;
  /** For each request alone. */
  timeoutMs?: number;
  /** Is asked before each request; what it returns is returned in place of an answer. */
  before?: (url: string) => Promise<Refusal | null>;
};

/** To https, to www, to a consent page and back or a new home, and one to spare. */
const redirectsMax = 5;

/**
 * Fetches bytes as `getPinned` does, and follows redirects; each address is checked like the first one. Plain HTTP is asked by HTTPS,
 * unless it leads to a named range: old addresses begin with it, and their pages are behind HTTPS now. Throws a PinnedRequestError.
 */
export async function getFollowing<Refusal = never>(
  url: string,
  { endsAt, timeoutMs = Number.POSITIVE_INFINITY, before, ...get }: FollowingGet<Refusal>,
): Promise<(PinnedAnswer & { url: string }) | Refusal> {
  let next = url;
  for (let redirects = 0; ; ) {
    const refusal = (await before?.(next)) ?? null;
    if (refusal !== null) return refusal;
    try {
      const leftMs = Math.max(1, Math.min(timeoutMs, endsAt - performance.now()));
      return { ...(await getPinned(next, { ...get, timeoutMs: leftMs })), url: next };
    } catch (error) {
      if (!(error instanceof PinnedRequestError)) throw error;
      if (error.kind === "redirect") {
        next = placeOf(error, next, redirects);
        redirects += 1;
      } else if (isPlainHttp(error, next)) next = next.replace(/^http:/i, "https:");
      else throw error;
    }
  }
}

function placeOf(error: PinnedRequestError, url: string, redirects: number): string {
  if (redirects >= redirectsMax)
    throw new PinnedRequestError("redirect", `More than ${redirectsMax} redirects in a row.`, error);
  const location = error.head?.headers.location;
  const place = location === undefined ? null : parseUrl(location, url);
  if (place === null)
    throw new PinnedRequestError("redirect", "A redirect that names no place to go.", error);
  return place.href;
}

function isPlainHttp({ cause }: PinnedRequestError, url: string): boolean {
  return cause instanceof UnsafeTargetError && cause.reason === "not_https" && /^http:/i.test(url);
}
