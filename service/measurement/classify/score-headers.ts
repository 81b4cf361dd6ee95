import { type ReasonName, reasons } from "./reasons.ts";

/**
 * Points by which a request that claims to be a browser looks like a program. What proxies or plain HTTP take away
 * (fetch metadata and client hints exist on secure origins only) weighs one; what every browser sends on every origin
 * weighs two; what no browser ever sends decides alone. `Accept: *\/*` weighs one: some in-app browsers send it.
 */
const points = {
  userAgentNotBrowser: 2,
  acceptLanguageMissing: 2,
  acceptOfLibrary: 1,
  fetchMetadataMissing: 1,
  clientHintsMissing: 1,
  fetchMetadataIncomplete: 4,
  clientHintsHeadless: 4,
} as const satisfies Partial<Record<ReasonName, number>>;

/** From here on a request is `suspected_bot`: a browser behind a proxy that strips one header stays below (2 + 1 = 3). */
export const suspicionThreshold = 4;

/** First major versions that send `Sec-Fetch-*` (Chrome 76, Firefox 90, Safari 16.4) and `Sec-CH-UA` (Chrome 89) in every window. */
const chromeFetchMetadataFrom = 80;
const firefoxFetchMetadataFrom = 91;
const safariFetchMetadataFrom = 17;
const chromeClientHintsFrom = 100;

/** Headers read as a program would be betrayed by them: the sum of points and the reasons behind it. */
export interface HeaderScore {
  points: number;
  reasons: number;
}

/** Scores the headers of a request whose user agent no list knows. */
export function scoreHeaders(
  userAgent: string,
  isBrowserShaped: boolean,
  header: (name: string) => string | null,
): HeaderScore {
  const found: (keyof typeof points)[] = [];
  if (!isBrowserShaped && !/^(?:Mozilla|Opera)\//.test(userAgent)) found.push("userAgentNotBrowser");
  if (isMissingLanguage(header("accept-language"))) found.push("acceptLanguageMissing");
  if (isLibraryAccept(header)) found.push("acceptOfLibrary");
  if (isMissingFetchMetadata(userAgent, header)) found.push("fetchMetadataMissing");
  if (isMissingClientHints(userAgent, header)) found.push("clientHintsMissing");
  return sum([...found, ...findAutomation(header)]);
}

/** Scores only what no browser sends; used where there is no user agent, because then everything else may be stripped too. */
export function scoreAutomation(header: (name: string) => string | null): HeaderScore {
  return sum(findAutomation(header));
}

function findAutomation(header: (name: string) => string | null): (keyof typeof points)[] {
  const found: (keyof typeof points)[] = [];
  // undici and its like send a mode only; browsers send mode, site and destination together.
  if (header("sec-fetch-mode") !== null && header("sec-fetch-site") === null)
    found.push("fetchMetadataIncomplete");
  if (/headless/i.test(header("sec-ch-ua") ?? "")) found.push("clientHintsHeadless");
  return found;
}

function sum(found: readonly (keyof typeof points)[]): HeaderScore {
  return found.reduce<HeaderScore>(
    (score, name) => ({ points: score.points + points[name], reasons: score.reasons | reasons[name] }),
    { points: 0, reasons: 0 },
  );
}

function isMissingLanguage(language: string | null): boolean {
  return language === null || language.trim() === "" || language.trim() === "*";
}

/** Scripts on a page ask with any `Accept` and carry an `Origin` or a destination: only navigations are judged. */
function isLibraryAccept(header: (name: string) => string | null): boolean {
  const destination = header("sec-fetch-dest");
  if (header("origin") !== null || (destination !== null && destination !== "document")) return false;
  const accept = header("accept")?.trim() ?? "";
  return accept === "" || accept === "*/*" || accept.startsWith("application/json");
}

function isMissingFetchMetadata(userAgent: string, header: (name: string) => string | null): boolean {
  if (header("sec-fetch-site") !== null || header("sec-fetch-mode") !== null) return false;
  return (
    majorVersion(userAgent, /\bChrome\/(\d{1,4})/) >= chromeFetchMetadataFrom ||
    majorVersion(userAgent, /\bFirefox\/(\d{1,4})/) >= firefoxFetchMetadataFrom ||
    majorVersion(userAgent, /\bVersion\/(\d{1,4})[\d.]* (?:Mobile\/\w+ )?Safari/) >= safariFetchMetadataFrom
  );
}

function isMissingClientHints(userAgent: string, header: (name: string) => string | null): boolean {
  return (
    header("sec-ch-ua") === null && majorVersion(userAgent, /\bChrome\/(\d{1,4})/) >= chromeClientHintsFrom
  );
}

function majorVersion(userAgent: string, expression: RegExp): number {
  return Number(expression.exec(userAgent)?.[1] ?? 0);
}
