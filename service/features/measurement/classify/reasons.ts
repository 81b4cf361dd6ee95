/**
 * Why a request got its class: one bit a reason, stored beside the class as a 32-bit integer.
 * Stored values refer to the bits, so reasons are only ever appended (30 fit into a positive PostgreSQL `integer`).
 */
export const reasons = {
  /** The browser fetched ahead of a click (`Sec-Purpose`, `Purpose`, `X-Purpose`, `X-Moz`). */
  prefetchHeader: 1 << 0,
  /** The caller verified a preview or internal token. */
  internalToken: 1 << 1,
  /** The client address lies in the ranges that the named crawler's operator publishes. */
  crawlerAddressVerified: 1 << 2,
  /** The user agent names a crawler whose ranges are loaded, and the public client address is outside them. */
  crawlerAddressForeign: 1 << 3,
  /** Our own list of agents (AI operators included) names it. */
  listedByService: 1 << 4,
  /** A pattern of `crawler-user-agents` matched. */
  listedByCrawlerUserAgents: 1 << 5,
  /** `isbot` matched. */
  listedByIsbot: 1 << 6,
  /** The user agent is missing or empty. */
  userAgentMissing: 1 << 7,
  /** The user agent hasn't the `Mozilla/` or `Opera/` shape that every current browser sends. */
  userAgentNotBrowser: 1 << 8,
  /** `Accept-Language` is missing or `*`. */
  acceptLanguageMissing: 1 << 9,
  /** `Accept` is missing or that of an HTTP library. */
  acceptOfLibrary: 1 << 10,
  /** The browser named by the user agent sends `Sec-Fetch-*`, the request has none. */
  fetchMetadataMissing: 1 << 11,
  /** `Sec-Fetch-Mode` without `Sec-Fetch-Site`: a library imitates fetch metadata. */
  fetchMetadataIncomplete: 1 << 12,
  /** The Chromium version named by the user agent sends `Sec-CH-UA`, the request has none. */
  clientHintsMissing: 1 << 13,
  /** `Sec-CH-UA` names a headless browser. */
  clientHintsHeadless: 1 << 14,
  /** `Sec-CH-UA` names another browser, version or system than the user agent does. */
  clientHintsContradict: 1 << 15,
  /** `Accept` is not the one that the claimed browser sends with a navigation. */
  acceptOfOtherBrowser: 1 << 16,
  /** `Upgrade-Insecure-Requests` or `gzip` in `Accept-Encoding` is missing, which the claimed browser sends everywhere. */
  browserHeadersMissing: 1 << 17,
  /** The user agent holds a word that bots use too, in a position where a model or an app may have it. */
  genericWord: 1 << 18,
  /** `Signature-Agent` names the operator, and no key of its was known or no signature came with it. */
  signatureAgentUnverified: 1 << 19,
  /** The request carries a valid signature of the operator that `Signature-Agent` names (RFC 9421). */
  signatureVerified: 1 << 20,
  /** The signature is not the named operator's. */
  signatureInvalid: 1 << 21,
  /** The user agent is Apple's, and headers are spelled as libsoup does, the network library of WebKit on Linux. */
  spellingOfLinuxWebKit: 1 << 22,
  /** `Accept-Language` is `en` and nothing else, as crawler frameworks send it. */
  languageOfLibrary: 1 << 23,

  // Reasons of counting begin at the upper end, apart from those of the headers.
  /** A browser loaded the page for something else than a window of its own (`Sec-Fetch-Dest`): a picture, a frame, a script. */
  fetchedAsResource: 1 << 26,
  /** Further user agents than one address may bring to a release on one day. */
  tooManyUserAgents: 1 << 27,
  /** Further uses of one target by one visitor on one day than count. */
  repeatedInteraction: 1 << 28,
  /** Further interactions than one page view may bring. */
  tooManyInteractions: 1 << 29,
} as const;
export type ReasonName = keyof typeof reasons;

/** The names of the reasons set in a stored bitmask, lowest bit first; unknown bits are left out. */
export function reasonNames(mask: number): ReasonName[] {
  return (Object.keys(reasons) as ReasonName[]).filter((name) => (mask & reasons[name]) !== 0);
}

/** Whether an interaction of a person is past a bound: then it is counted apart, as repeated. */
export function isRepeated(mask: number): boolean {
  return (mask & (reasons.repeatedInteraction | reasons.tooManyInteractions)) !== 0;
}
