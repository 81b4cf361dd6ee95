import { isPublicTarget } from "../../../floor/outbound/is-public-target.ts";
import type { TrafficClass } from "../vocabulary.ts";
import { type CrawlerRanges, findRanges, isLocalAddress } from "./crawler-ranges.ts";
import { type HeaderReader, headerLookup } from "./header-reader.ts";
import { isFetchedAsResource, type Purpose } from "./is-fetched-as-resource.ts";
import { matchUserAgent, type UserAgentMatch, userAgentLengthMax } from "./match-user-agent.ts";
import { reasons } from "./reasons.ts";
import { endingsOfNames } from "./reverse-names.ts";
import { isWholeBrowser, scoreAutomation, scoreHeaders, suspicionThreshold } from "./score-headers.ts";
import { knownSignatureKeys, signatureAgentHost, signatureAgents } from "./signature-agent.ts";
import { type SignatureKeys, verifySignature } from "./verify-signature.ts";

/** What is known of a request when it is classified; none of it is stored. */
export interface RequestTraits {
  userAgent: string | null | undefined;
  headers: HeaderReader;
  /** Address of the client as the edge resolved it behind trusted proxies. */
  clientIp: string;
  /** Whether it came over HTTPS, to us or to a trusted proxy. */
  isSecure: boolean;
  method: string;
  url: string;
  /** The caller has verified a signed preview or internal token. */
  isInternal: boolean;
  /** What such a request is for when a person makes it; a page, unless it is said. */
  purpose?: Purpose;
  crawlerRanges: CrawlerRanges;
  /** Keys of operators that sign requests; those of the repository where there are none. */
  signatureKeys?: SignatureKeys;
}

/** One class and all reasons found on the way to it. */
export interface RequestClass {
  /** `prefetch` is not counted at all. */
  class: TrafficClass | "prefetch";
  /** Bits of `reasons`. */
  reasons: number;
  /** AI agents: the company. Other listed agents: their name. Null for people, unnamed bots and impostors. */
  operator: string | null;
  /** Where only the name server can say whose the address is: how names of the crawler's addresses end. */
  namesEndWith?: readonly string[];
}

/**
 * Says who asks, in this order: prefetch, internal, signed agent, crawler by address, crawler by list, header score, fetched as a
 * resource, human.
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
  const signatureAgent = header("signature-agent");
  if (signatureAgent !== null) return classifySigned(signatureAgent, userAgent, input);
  if (userAgent === "") return classifyNameless(header);

  const match = matchUserAgent(userAgent);
  if (match.class !== null && !match.isGeneric) return classifyListed(match, match.class, input);
  const { browser } = match;
  const isBrowserShaped = match.isBrowserShaped || /^(?:Mozilla|Opera)\//.test(userAgent);
  const score = scoreHeaders({ browser, isBrowserShaped, isSecure: input.isSecure }, header);
  if (match.class !== null && !isWholeBrowser(score)) {
    return { class: match.class, reasons: match.reasons | score.reasons, operator: match.operator };
  }
  const isResource = isFetchedAsResource(header, input.purpose ?? "document");
  const isSuspect = isResource || score.points >= suspicionThreshold;
  const mask =
    score.reasons |
    (match.isGeneric ? match.reasons | reasons.genericWord : 0) |
    (isResource ? reasons.fetchedAsResource : 0);
  return { class: isSuspect ? "suspected_bot" : "human", reasons: mask, operator: null };
}

/**
 * No browser sends `Signature-Agent`. A valid signature says who asks; an unchecked one names the operator as a user agent does,
 * unless the user agent names an agent itself; somebody else's makes a `suspected_bot`.
 */
function classifySigned(signatureAgent: string, userAgent: string, input: RequestTraits): RequestClass {
  const header = headerLookup(input.headers);
  const { method, url, signatureKeys = knownSignatureKeys() } = input;
  const host = signatureAgentHost(signatureAgent);
  const agent = host === null ? undefined : signatureAgents().get(host);
  const proof =
    host === null
      ? "unverified"
      : verifySignature(signatureKeys, host, { header, method, url, nowMs: Date.now() });
  if (proof === "invalid")
    return { class: "suspected_bot", reasons: reasons.signatureInvalid, operator: null };
  const match = matchUserAgent(userAgent);
  const isNamed = match.class !== null && !match.isGeneric;
  if (proof === "verified") {
    const trafficClass = isNamed ? match.class : agent?.class;
    const mask = match.reasons | reasons.signatureVerified;
    return { class: trafficClass ?? "other_bot", reasons: mask, operator: agent?.operator ?? match.operator };
  }
  const mask = match.reasons | reasons.signatureAgentUnverified;
  if (isNamed || agent === undefined)
    return classifyListed({ ...match, reasons: mask }, match.class ?? "other_bot", input);
  const named = {
    ...match,
    operator: agent.operator,
    rangeKeys: [agent.token, agent.operator],
    reasons: mask,
  };
  return classifyListed(named, agent.class, input);
}

/** A named agent: its class, unless its published addresses say that somebody else uses the name. */
function classifyListed(
  match: UserAgentMatch,
  trafficClass: TrafficClass,
  { crawlerRanges, clientIp }: RequestTraits,
): RequestClass {
  const believed = { class: trafficClass, reasons: match.reasons, operator: match.operator };
  if (isLocalAddress(clientIp)) return believed;
  const ranges = findRanges(crawlerRanges, match.rangeKeys);
  if (ranges?.has(clientIp) === true)
    return { ...believed, reasons: match.reasons | reasons.crawlerAddressVerified };
  const isOnInternet = isPublicTarget(clientIp);
  const refutes = ranges?.refutes === "always" || (ranges?.refutes === "on the Internet" && isOnInternet);
  if (!refutes) {
    const namesEndWith = isOnInternet ? endingsOfNames(match.rangeKeys) : null;
    return namesEndWith === null ? believed : { ...believed, namesEndWith };
  }
  // No operator: an impostor's requests must not appear among the company's crawls.
  return { class: "suspected_bot", reasons: match.reasons | reasons.crawlerAddressForeign, operator: null };
}

function classifyNameless(header: (name: string) => string | null): RequestClass {
  const score = scoreAutomation(header);
  return {
    class: score.points >= suspicionThreshold ? "suspected_bot" : "unknown",
    reasons: score.reasons | reasons.userAgentMissing,
    operator: null,
  };
}

/** `Sec-Purpose` (Fetch standard), `Purpose` (Chromium to 2024, Safari), `X-Purpose` (old WebKit), `X-Moz` (Firefox). */
const purposeHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;

/** `preview` is Safari's page thumbnail, `instant` an old Chromium omnibox load: nobody has seen the page in either. */
const aheadOfReading = /\b(?:prefetch|prerender|preview|instant)\b/i;

/** Whether a browser says that it loads the page ahead of a possible visit. */
function isPrefetch(header: (name: string) => string | null): boolean {
  return purposeHeaders.some((name) => {
    const value = header(name);
    return value !== null && aheadOfReading.test(value);
  });
}
