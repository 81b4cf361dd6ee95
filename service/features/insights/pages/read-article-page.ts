import { ThreadTimeoutError } from "../../../floor/concurrency/thread-pool.ts";
import { decodeBody } from "../../../floor/outbound/decode-body.ts";
import { getFollowing } from "../../../floor/outbound/get-following.ts";
import {
  PinnedRequestError,
  type PinnedRequestErrorKind,
} from "../../../floor/outbound/pinned-request-error.ts";
import type { PinnedAnswer } from "../../../floor/outbound/request-pinned.ts";
import { findReservation, type PageReaderDeps, type Reading, userAgent } from "./host-rules.ts";
import type { Turn } from "./page-parser.ts";
import { isReservedByHeader } from "./parse-page.ts";
import type { PageOutcome, Unreadable } from "./schema.ts";

/** Pages of media have some hundred kilobytes. */
export const pageBytesMax = 3 * 1024 * 1024;
/** For each request. All of them together, those for robots.txt and redirects included, get twice as long. */
const pageTimeoutMs = 5_000;
const htmlEncoding = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i;
const unreadableByKind: Readonly<Record<PinnedRequestErrorKind, Unreadable>> = {
  dns: "unreachable",
  connect: "unreachable",
  tls: "unreachable",
  timeout: "timeout",
  redirect: "redirects",
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
  const answer = await get(reading, input.url);
  return "outcome" in answer ? answer : await read(reading, timeZone, answer);
}

async function get(
  reading: Reading,
  url: string,
): Promise<(PinnedAnswer & { url: string }) | { outcome: Unreadable }> {
  const { deps, signal, endsAt, timeoutMs } = reading;
  try {
    return await getFollowing<{ outcome: Unreadable }>(url, {
      answerBytesMax: pageBytesMax,
      headers: {
        "user-agent": userAgent(deps),
        accept: "text/html, application/xhtml+xml;q=0.9",
        "accept-language": "de, en;q=0.5",
      },
      rules: deps.targetRules,
      endsAt,
      timeoutMs,
      signal,
      async before(next) {
        const outcome = await findReservation(reading, next);
        return outcome && { outcome };
      },
    });
  } catch (error) {
    if (!(error instanceof PinnedRequestError)) throw error;
    return { outcome: unreadableByKind[error.kind] };
  }
}

async function read(
  reading: Reading,
  timeZone: string,
  answer: PinnedAnswer & { url: string },
): Promise<PageOutcome> {
  const refusal = unreadableOf(answer);
  if (refusal !== null) return { outcome: refusal };
  const html = decodeBody(answer, htmlEncoding);
  try {
    const said = await reading.deps.pageParser.ask(reading, "parse", { html, timeZone });
    if (said === null) return { outcome: "timeout" };
    const { fields, isReserved } = said;
    if (isReserved) return { outcome: "reserved" };
    return fields.headline === null
      ? { outcome: "no_data" }
      : { outcome: "read", fields, url: answer.url, html };
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
