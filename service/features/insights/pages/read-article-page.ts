import { ThreadTimeoutError } from "../../../floor/concurrency/thread-pool.ts";
import { getPinned } from "../../../floor/outbound/get-pinned.ts";
import {
  PinnedRequestError,
  type PinnedRequestErrorKind,
} from "../../../floor/outbound/pinned-request-error.ts";
import type { PinnedAnswer } from "../../../floor/outbound/request-pinned.ts";
import { UnsafeTargetError } from "../../../floor/outbound/unsafe-target-error.ts";
import { parseUrl } from "../../../floor/strings/parse-url.ts";
import { decodeBody } from "../decode-body.ts";
import { findReservation, type PageReaderDeps, type Reading, userAgent } from "./host-rules.ts";
import type { Turn } from "./page-parser.ts";
import { isReservedByHeader } from "./parse-page.ts";
import type { PageOutcome, Unreadable } from "./schema.ts";

/** Pages of media have some hundred kilobytes. */
export const pageBytesMax = 3 * 1024 * 1024;
/** For the page with all its redirects; what its host allows is asked in as long a time before. */
const pageTimeoutMs = 5_000;
/** http to https, to www, to a consent page and back, and one to spare. */
const redirectsMax = 5;
const htmlEncoding = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i;
const unreadableByKind: Readonly<Record<Exclude<PinnedRequestErrorKind, "redirect">, Unreadable>> = {
  dns: "unreachable",
  connect: "unreachable",
  tls: "unreachable",
  timeout: "timeout",
  unsafe_endpoint: "unsafe",
  response_too_large: "too_large",
  interrupted: "timeout",
};

/**
 * Reads what a medium's page says of its article, as far as the medium lets machines do so: robots.txt, and reservations of text and data
 * mining by file, header and meta tag. Only to addresses that are public, within fixed time and memory; bodies are never decompressed, so
 * a small one can't become large. What can't be read is an outcome, and no error. The day of the article is that of `timeZone`, which is
 * the agency's for who stores it.
 */
export async function readArticlePage(
  deps: PageReaderDeps,
  input: Turn & { url: string; timeZone?: string; timeoutMs?: number },
): Promise<PageOutcome> {
  const { agencyId, signal, timeZone = "UTC", timeoutMs = pageTimeoutMs } = input;
  const reading = { deps, agencyId, signal, endsAt: performance.now() + 2 * timeoutMs, timeoutMs };
  let next = input.url;
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const reservation = await findReservation(reading, next);
    if (reservation !== null) return { outcome: reservation };
    const answer = await get(reading, next);
    if ("outcome" in answer) return answer;
    if ("body" in answer) return await read(reading, { url: next, timeZone }, answer);
    next = answer.location;
  }
  return { outcome: "redirects" };
}

async function get(
  { deps, signal, endsAt, timeoutMs }: Reading,
  url: string,
): Promise<PinnedAnswer | { location: string } | { outcome: Unreadable }> {
  try {
    return await getPinned(url, {
      answerBytesMax: pageBytesMax,
      headers: {
        "user-agent": userAgent(deps),
        accept: "text/html, application/xhtml+xml;q=0.9",
        "accept-language": "de, en;q=0.5",
      },
      rules: deps.targetRules,
      timeoutMs: Math.max(1, Math.min(timeoutMs, endsAt - performance.now())),
      signal,
    });
  } catch (error) {
    if (!(error instanceof PinnedRequestError)) throw error;
    if (error.kind !== "redirect") {
      const secure = secureOf(url, error);
      return secure === null ? { outcome: unreadableByKind[error.kind] } : { location: secure };
    }
    const location = error.head?.headers.location;
    const next = location === undefined ? null : parseUrl(location, url);
    return next === null ? { outcome: "redirects" } : { location: next.href };
  }
}

/** Old addresses begin with http, which is not connected to: their pages are behind https now. */
function secureOf(url: string, { cause }: PinnedRequestError): string | null {
  const isPlain = cause instanceof UnsafeTargetError && cause.reason === "not_https" && /^http:/i.test(url);
  return isPlain ? url.replace(/^http:/i, "https:") : null;
}

async function read(
  reading: Reading,
  { url, timeZone }: { url: string; timeZone: string },
  answer: PinnedAnswer,
): Promise<PageOutcome> {
  const refusal = unreadableOf(answer);
  if (refusal !== null) return { outcome: refusal };
  const html = decodeBody(answer, htmlEncoding);
  try {
    const said = await reading.deps.pageParser.ask(reading, "parse", { html, timeZone });
    if (said === null) return { outcome: "timeout" };
    const { fields, isReserved } = said;
    if (isReserved) return { outcome: "reserved" };
    return fields.headline === null ? { outcome: "no_data" } : { outcome: "read", fields, url, html };
  } catch (error) {
    if (!(error instanceof ThreadTimeoutError)) throw error;
    return { outcome: "timeout" };
  }
}

function unreadableOf({ status, headers }: PinnedAnswer): Unreadable | null {
  const robots = headers["x-robots-tag"];
  if (headers["tdm-reservation"] === "1" || isReservedByHeader(String(robots ?? ""))) return "reserved";
  if (status === 404 || status === 410) return "not_found";
  if (status >= 500) return "server_error";
  if (status !== 200) return "refused";
  const encoding = headers["content-encoding"]?.toLowerCase();
  if (encoding !== undefined && encoding !== "identity") return "encoded";
  return /^(?:text\/html|application\/xhtml\+xml)\b/i.test(headers["content-type"] ?? "") ? null : "not_html";
}
