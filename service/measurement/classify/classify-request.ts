import type { TrafficClass } from "../vocabulary.ts";
import { type CrawlerRanges, findRanges, isInRanges, isPublicAddress } from "./crawler-ranges.ts";
import { type HeaderReader, headerLookup } from "./header-reader.ts";
import { isFetchedAsResource, type Purpose } from "./is-fetched-as-resource.ts";
import { isPrefetch } from "./is-prefetch.ts";
import { matchUserAgent, userAgentLengthMax } from "./match-user-agent.ts";
import { reasons } from "./reasons.ts";
import { scoreAutomation, scoreHeaders, suspicionThreshold } from "./score-headers.ts";

/** What is known of a request when it is classified; none of it is stored. */
export interface RequestTraits {
  userAgent: string | null | undefined;
  headers: HeaderReader;
  /** Address of the client as the edge resolved it behind trusted proxies. */
  clientIp: string;
  /** The caller has verified a signed preview or internal token. */
  isInternal: boolean;
  /** What such a request is for when a person makes it; a page, unless it is said. */
  purpose?: Purpose;
  crawlerRanges: CrawlerRanges;
}

/** One class and all reasons found on the way to it. */
export interface RequestClass {
  /** `prefetch` is not counted at all. */
  class: TrafficClass | "prefetch";
  /** Bits of `reasons`. */
  reasons: number;
  /** AI agents: the company. Other listed agents: their name. Null for people, unnamed bots and impostors. */
  operator: string | null;
}

/**
 * Says who asks, in this order: prefetch, internal, crawler by address, crawler by list, header score, fetched as a resource,
 * human.
 * A public address outside the loaded ranges of the crawler that the user agent names makes a `suspected_bot`; loopback,
 * private and unreadable addresses are never checked, there the name alone decides. Without a user agent a request is
 * `unknown`, unless a header that only programs send makes it a `suspected_bot`: a stripped user agent proves nothing.
 * Never throws.
 */
export function classifyRequest(input: RequestTraits): RequestClass {
  const header = headerLookup(input.headers);
  if (isPrefetch(header)) return { class: "prefetch", reasons: reasons.prefetchHeader, operator: null };
  if (input.isInternal) return { class: "internal", reasons: reasons.internalToken, operator: null };

  const userAgent = input.userAgent?.slice(0, userAgentLengthMax).trim() ?? "";
  if (userAgent === "") return classifyNameless(header);

  const match = matchUserAgent(userAgent);
  if (match.class !== null) {
    const ranges = findRanges(input.crawlerRanges, match.rangeKeys);
    if (ranges === null || !isPublicAddress(input.clientIp)) {
      return { class: match.class, reasons: match.reasons, operator: match.operator };
    }
    if (isInRanges(ranges, input.clientIp)) {
      const mask = match.reasons | reasons.crawlerAddressVerified;
      return { class: match.class, reasons: mask, operator: match.operator };
    }
    // No operator: an impostor's requests must not appear among the company's crawls.
    return { class: "suspected_bot", reasons: match.reasons | reasons.crawlerAddressForeign, operator: null };
  }

  const score = scoreHeaders(userAgent, match.isBrowserShaped, header);
  const isResource = isFetchedAsResource(header, input.purpose ?? "document");
  return {
    class: isResource || score.points >= suspicionThreshold ? "suspected_bot" : "human",
    reasons: isResource ? score.reasons | reasons.fetchedAsResource : score.reasons,
    operator: null,
  };
}

function classifyNameless(header: (name: string) => string | null): RequestClass {
  const score = scoreAutomation(header);
  return {
    class: score.points >= suspicionThreshold ? "suspected_bot" : "unknown",
    reasons: score.reasons | reasons.userAgentMissing,
    operator: null,
  };
}
