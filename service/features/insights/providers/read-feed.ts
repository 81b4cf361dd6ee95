import type { TargetRules } from "../../../floor/outbound/check-target.ts";
import { getPinned } from "../../../floor/outbound/get-pinned.ts";
import { PinnedRequestError } from "../../../floor/outbound/pinned-request-error.ts";
import type { PinnedAnswer } from "../../../floor/outbound/request-pinned.ts";
import { decodeBody } from "../decode-body.ts";
import { FeedFault } from "./feed-fault.ts";
import type { FeedItem } from "./parse-items.ts";

export type FeedRequest = {
  url: string;
  etag: string | null;
  lastModified: string | null;
  rules: TargetRules;
  signal: AbortSignal;
  /** Takes the text apart. */
  parse: (xml: string) => Promise<FeedItem[]>;
  /** Tests shorten it. */
  timeoutMs?: number;
};

/** `items` is null when nothing has changed since the last time. */
export type FeedAnswer = { items: FeedItem[] | null; etag: string | null; lastModified: string | null };

/** The largest feeds of media monitors have some 300 KB; parsing a hostile megabyte takes a thread 1 s. */
export const feedBytesMax = 1024 * 1024;
/** For reading one feed, all its redirects included. */
const feedTimeoutMs = 20_000;
/** http to https, to www, to a feed's new home: three, and two to spare. */
const redirectsMax = 5;
/** As RFC 7303 orders them, after byte order mark and header. */
const xmlEncoding = /^\s*<\?xml[^>]{0,150}encoding\s*=\s*["']([\w-]{1,40})/i;
/** Longer validators are not kept: the feed is then read whole each time. */
const etagCharactersMax = 1_000;
const lastModifiedCharactersMax = 100;

/**
 * Reads a feed through the guard of outgoing requests, only if it has changed, and within fixed time and memory. Each redirect
 * is checked like the first address. Bodies are taken as they come and never decompressed, so a small one can't become large.
 * Throws a FeedFault.
 */
export async function readFeed(request: FeedRequest): Promise<FeedAnswer> {
  const answer = await getFollowing(request);
  if (answer.status === 304) return { items: null, etag: request.etag, lastModified: request.lastModified };
  if (answer.status !== 200) throw new FeedFault("http_status", `The server answered ${answer.status}.`);
  const encoding = answer.headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw new FeedFault("encoded", "The server sent a compressed body that nobody asked for.");
  }
  return {
    items: await request.parse(decodeBody(answer, xmlEncoding)),
    etag: withinLength(answer.headers.etag, etagCharactersMax),
    lastModified: withinLength(answer.headers["last-modified"], lastModifiedCharactersMax),
  };
}

async function getFollowing(request: FeedRequest): Promise<PinnedAnswer> {
  const endsAt = performance.now() + (request.timeoutMs ?? feedTimeoutMs);
  let url = request.url;
  for (let redirects = 0; ; redirects += 1) {
    try {
      return await getPinned(url, {
        answerBytesMax: feedBytesMax,
        headers: headersOf(request),
        rules: request.rules,
        timeoutMs: Math.max(1, endsAt - performance.now()),
        signal: request.signal,
      });
    } catch (error) {
      if (!(error instanceof PinnedRequestError)) throw error;
      const location = error.kind === "redirect" ? error.head?.headers.location : undefined;
      if (location === undefined || !URL.canParse(location, url) || redirects >= redirectsMax) {
        throw new FeedFault(error.kind, faultMessage(error, redirects), { cause: error });
      }
      url = new URL(location, url).href;
    }
  }
}

function headersOf({ etag, lastModified }: FeedRequest): Record<string, string> {
  return {
    "user-agent": "pr-service feed reader",
    accept: "application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1",
    ...(etag === null ? {} : { "if-none-match": etag }),
    ...(lastModified === null ? {} : { "if-modified-since": lastModified }),
  };
}

function faultMessage(error: PinnedRequestError, redirects: number): string {
  if (error.kind !== "redirect") return error.message;
  return redirects >= redirectsMax
    ? `More than ${redirectsMax} redirects in a row.`
    : "A redirect that names no place to go.";
}

/** Printable ASCII only: it is sent back as a header. */
function withinLength(value: string | undefined, charactersMax: number): string | null {
  return value !== undefined && value.length <= charactersMax && /^[\x20-\x7e]+$/.test(value) ? value : null;
}
