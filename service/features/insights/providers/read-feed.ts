import type { TargetRules } from "../../../floor/outbound/check-target.ts";
import { decodeBody, xmlEncoding } from "../../../floor/outbound/decode-body.ts";
import { getFollowing } from "../../../floor/outbound/get-following.ts";
import { PinnedRequestError } from "../../../floor/outbound/pinned-request-error.ts";
import type { PinnedAnswer } from "../../../floor/outbound/request-pinned.ts";
import { parseUrl } from "../../../floor/strings/parse-url.ts";
import { FeedFault } from "./feed-fault.ts";
import { type FeedDocument, type FeedItem, itemsMax } from "./parse-items.ts";
import { isSitemap } from "./parse-sitemap.ts";

/** By what a server tells that nothing has changed. */
export type Validators = { etag: string | null; lastModified: string | null };

export type FeedRequest = Validators & {
  url: string;
  /** Of an index of sitemaps what was read of it the last time, by address; null for anything else. */
  parts: Readonly<Record<string, Validators>> | null;
  rules: TargetRules;
  signal: AbortSignal;
  /** Takes the text apart. */
  parse: (xml: string) => Promise<FeedDocument>;
  /** Tests shorten it. */
  timeoutMs?: number;
};

/** `items` is null when nothing has changed since the last time. */
export type FeedAnswer = Validators & Pick<FeedRequest, "parts"> & { items: FeedItem[] | null };

/** The largest feeds of media monitors have some 300 KB; parsing a hostile megabyte takes a thread 1 s. */
export const feedBytesMax = 1024 * 1024;
/** For reading one feed, all its redirects included. */
const feedTimeoutMs = 20_000;
/** Longer validators are not kept: the feed is then read whole each time. */
const etagCharactersMax = 1_000;
const lastModifiedCharactersMax = 100;

/**
 * Reads a feed through the guard of outgoing requests, only if it has changed, and within fixed time and memory. Each redirect
 * is checked like the first address. Bodies are taken as they come and never decompressed, so a small one can't become large.
 * Of an index of sitemaps those parts are read that lie on its own host, as sitemaps.org wants it. Throws a FeedFault.
 */
export async function readFeed(request: FeedRequest): Promise<FeedAnswer> {
  const endsAt = performance.now() + (request.timeoutMs ?? feedTimeoutMs);
  const { document, host, ...validators } = await readDocument(request, endsAt);
  if (document === null ? request.parts === null : document.parts.length === 0)
    return { ...validators, parts: null, items: document?.items ?? null };
  const known = request.parts ?? {};
  const named = document?.parts.filter((url) => parseUrl(url)?.host === host) ?? Object.keys(known);
  // Parts that were not read last time come first, beginning after the last one that was, in a circle.
  const begin = named.findLastIndex((url) => Object.hasOwn(known, url)) + 1;
  const urls = [...named.slice(begin), ...named.slice(0, begin)].toSorted(
    (a, b) => Number(Object.hasOwn(known, a)) - Number(Object.hasOwn(known, b)),
  );
  if (urls.length === 0) throw new FeedFault("not_a_feed", "The index names no sitemap on its own host.");
  return { ...validators, ...(await readParts(request, { urls, known, endsAt })) };
}

/**
 * A part that can't be read is read the next time; where none can, it is the index that is broken. Of parts with more entries than are
 * taken at a time nothing is kept, nor of their index, so that the next reading asks for them as if they were new.
 */
async function readParts(
  request: FeedRequest,
  index: { urls: readonly string[]; known: NonNullable<FeedRequest["parts"]>; endsAt: number },
): Promise<Partial<Validators> & Pick<FeedAnswer, "parts" | "items">> {
  const none = { etag: null, lastModified: null };
  const parse = async (xml: string) => {
    if (!isSitemap(xml)) throw new FeedFault("not_a_feed", "The index leads to what is no sitemap.");
    return await request.parse(xml);
  };
  const parts = await Promise.all(
    index.urls.map(async (url) => {
      const part = { ...request, ...(index.known[url] ?? none), url, parse };
      const answer = await readDocument(part, index.endsAt).catch((fault: unknown) => {
        if (fault instanceof FeedFault) return { ...none, document: null, fault };
        throw fault;
      });
      return { url, fault: null, ...answer };
    }),
  );
  const [first] = parts;
  if (first?.fault && parts.every(({ fault }) => fault !== null)) throw first.fault;
  let entries = 0;
  const whole = parts.filter(({ document }) => {
    entries += document?.items.length ?? 0;
    return document === null || entries <= itemsMax;
  });
  return {
    ...(whole.length < parts.length && none),
    parts: Object.fromEntries(whole.map(({ url, etag, lastModified }) => [url, { etag, lastModified }])),
    items: parts.every(({ document }) => document === null)
      ? null
      : parts.flatMap(({ document }) => document?.items ?? []).slice(0, itemsMax),
  };
}

/** One document; null where it has not changed since the last time. */
async function readDocument(
  request: FeedRequest,
  endsAt: number,
): Promise<Validators & { document: FeedDocument | null; host: string }> {
  const { url, ...answer } = await get(request, endsAt);
  const { host } = new URL(url);
  if (answer.status === 304)
    return { document: null, host, etag: request.etag, lastModified: request.lastModified };
  if (answer.status !== 200) throw new FeedFault("http_status", `The server answered ${answer.status}.`);
  const encoding = answer.headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw new FeedFault("encoded", "The server sent a compressed body that nobody asked for.");
  }
  return {
    document: await request.parse(decodeBody(answer, xmlEncoding)),
    host,
    etag: withinLength(answer.headers.etag, etagCharactersMax),
    lastModified: withinLength(answer.headers["last-modified"], lastModifiedCharactersMax),
  };
}

async function get(request: FeedRequest, endsAt: number): Promise<PinnedAnswer & { url: string }> {
  try {
    return await getFollowing(request.url, {
      answerBytesMax: feedBytesMax,
      headers: headersOf(request),
      rules: request.rules,
      endsAt,
      signal: request.signal,
    });
  } catch (error) {
    if (!(error instanceof PinnedRequestError)) throw error;
    throw new FeedFault(error.kind, error.message, { cause: error });
  }
}

function headersOf({ etag, lastModified }: Validators): Record<string, string> {
  return {
    "user-agent": "pr-service feed reader",
    accept: "application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1",
    ...(etag === null ? {} : { "if-none-match": etag }),
    ...(lastModified === null ? {} : { "if-modified-since": lastModified }),
  };
}

/** Printable ASCII only: it is sent back as a header. */
function withinLength(value: string | undefined, charactersMax: number): string | null {
  return value !== undefined && value.length <= charactersMax && /^[\x20-\x7e]+$/.test(value) ? value : null;
}
