import type { BrowserClaim } from "./browser-claim.ts";
import { type ReasonName, reasons } from "./reasons.ts";

/**
 * Points by which a request that claims to be a browser looks like a program. Small signs weigh one, because proxies and data
 * savers take headers away. What every browser of every age sends with a navigation weighs two, so a request without any of it
 * is a program's. What no browser ever sends decides alone. `fetchMetadataMissing` weighs what the claimed browser says.
 */
const points = {
  userAgentNotBrowser: 2,
  acceptLanguageMissing: 2,
  acceptOfLibrary: 2,
  acceptOfOtherBrowser: 2,
  languageOfLibrary: 1,
  browserHeadersMissing: 1,
  clientHintsMissing: 1,
  fetchMetadataIncomplete: 4,
  clientHintsHeadless: 4,
  clientHintsContradict: 4,
} as const satisfies Partial<Record<ReasonName, number>>;

/** From here on a request is `suspected_bot`: two headers that every browser sends are missing, or one and several small ones. */
export const suspicionThreshold = 4;

/** Points for each of the two ways in which libsoup spells a header: together they decide, one alone may be a proxy's. */
const spellingPoints = 2;

/** Signs that a whole browser may show too: a proxy or a data saver took a small header away, or spelled one anew. */
const smallSigns =
  reasons.browserHeadersMissing |
  reasons.languageOfLibrary |
  reasons.clientHintsMissing |
  reasons.spellingOfLinuxWebKit;

/** Headers read as a program would be betrayed by them: the sum of points and the reasons behind it. */
export interface HeaderScore {
  points: number;
  reasons: number;
}

type Header = (name: string) => string | null;

/** Longest `Sec-CH-UA` read, in UTF-16 units: four brands with long names; what is longer is not looked at. */
const hintLengthMax = 512;

/** Whether these are all the headers that such a browser sends but for small ones: a generic word is forgiven then. */
export function isWholeBrowser(score: HeaderScore): boolean {
  return (score.reasons & ~smallSigns) === 0;
}

/** Scores the headers of a navigation against what the claimed browser always sends. */
export function scoreHeaders(
  claim: { browser: BrowserClaim; isBrowserShaped: boolean; isSecure: boolean },
  header: Header,
): HeaderScore {
  const { browser, isBrowserShaped, isSecure } = claim;
  const found = findAutomation(header);
  if (!isBrowserShaped) found.push("userAgentNotBrowser");
  const language = header("accept-language")?.trim() ?? "";
  if (language === "" || language === "*") found.push("acceptLanguageMissing");
  // What crawler frameworks send by themselves; a browser set up in English names a country or a weight beside it.
  if (language === "en") found.push("languageOfLibrary");
  const isPage = isNavigation(header);
  const accept = isPage ? acceptFault(browser, header) : null;
  if (accept !== null) found.push(accept);
  if (isPage && isMissingSmallHeader(browser, header)) found.push("browserHeadersMissing");
  if (contradictsClaim(browser, header)) found.push("clientHintsContradict");
  const score = addSpelling(sum(found), browser, header);
  if (!isSecure || !isPage) return score;
  if (
    browser.fetchMetadataPoints > 0 &&
    header("sec-fetch-site") === null &&
    header("sec-fetch-mode") === null
  )
    return add(score, browser.fetchMetadataPoints, reasons.fetchMetadataMissing);
  if (browser.sendsClientHints && header("sec-ch-ua") === null)
    return add(score, points.clientHintsMissing, reasons.clientHintsMissing);
  return score;
}

/** Scores only what no browser sends; used where there is no user agent, because then everything else may be stripped too. */
export function scoreAutomation(header: Header): HeaderScore {
  return sum(findAutomation(header));
}

function findAutomation(header: Header): (keyof typeof points)[] {
  const found: (keyof typeof points)[] = [];
  // undici and its like send a mode only; browsers send mode, site and destination together.
  if (header("sec-fetch-mode") !== null && header("sec-fetch-site") === null)
    found.push("fetchMetadataIncomplete");
  if (namesHeadless(header("sec-ch-ua"))) found.push("clientHintsHeadless");
  return found;
}

/** Whether a brand list names a headless browser. */
function namesHeadless(hint: string | null): boolean {
  return hint !== null && /headless/i.test(hint.slice(0, hintLengthMax));
}

/**
 * Whether the client hints name another browser than the user agent does: hints of an engine that sends none, another major
 * version of Chromium, or another system. A missing hint contradicts nothing.
 */
function contradictsClaim(claim: BrowserClaim, header: (name: string) => string | null): boolean {
  const hint = header("sec-ch-ua")?.slice(0, hintLengthMax) ?? null;
  if (hint === null || hint.trim() === "") return false;
  if (claim.engine !== "chromium") return true;
  const version = /"Chromium";\s?v="(\d{1,4})/.exec(hint)?.[1];
  if (version !== undefined && Number(version) !== claim.version) return true;
  return contradictsPlatform(claim, header("sec-ch-ua-platform"));
}

/** Only the systems that a desktop's user agent tells apart: televisions and "desktop pages" on phones name others. */
function contradictsPlatform({ platform }: BrowserClaim, hint: string | null): boolean {
  const named = hint?.trim().replaceAll('"', "") ?? "";
  if (platform === "Windows" || platform === "macOS")
    return ["Windows", "macOS", "Linux", "Android", "iOS", "Chrome OS"].includes(named) && named !== platform;
  return platform === "Linux" && (named === "Windows" || named === "macOS");
}

function sum(found: readonly (keyof typeof points)[]): HeaderScore {
  return found.reduce<HeaderScore>((score, name) => add(score, points[name], reasons[name]), {
    points: 0,
    reasons: 0,
  });
}

function add(score: HeaderScore, more: number, reason: number): HeaderScore {
  return { points: score.points + more, reasons: score.reasons | reason };
}

/** Automated WebKit runs on Linux and says it were a Mac; Apple's own network library spells both otherwise. */
function addSpelling(score: HeaderScore, { engine, platform }: BrowserClaim, header: Header): HeaderScore {
  if (engine !== "webkit" || (platform !== "macOS" && platform !== "iOS")) return score;
  const signs = [
    header("connection") === "Keep-Alive",
    /;q=0\.\d0(?:,|$)/.test(header("accept-language") ?? ""),
  ];
  const found = signs.filter(Boolean).length;
  return found === 0 ? score : add(score, found * spellingPoints, reasons.spellingOfLinuxWebKit);
}

/** Scripts on a page ask with any `Accept` and carry an `Origin` or a destination: only navigations are judged. */
function isNavigation(header: Header): boolean {
  const destination = header("sec-fetch-dest");
  return header("origin") === null && (destination === null || destination === "document");
}

function acceptFault(
  browser: BrowserClaim,
  header: Header,
): "acceptOfLibrary" | "acceptOfOtherBrowser" | null {
  const accept = header("accept")?.trim() ?? "";
  const isOfLibrary =
    accept === "" || accept === "*/*" || accept.startsWith("application/json") || accept.includes("*; q=.2");
  if (isOfLibrary) return "acceptOfLibrary";
  return browser.acceptsImages && !accept.includes("image/") ? "acceptOfOtherBrowser" : null;
}

/** Compression and the wish for HTTPS count as one sign: what strips one of them often strips both. */
function isMissingSmallHeader(browser: BrowserClaim, header: Header): boolean {
  const asksToUpgrade = !browser.sendsUpgradeRequest || header("upgrade-insecure-requests") !== null;
  return !asksToUpgrade || !(header("accept-encoding") ?? "").includes("gzip");
}
