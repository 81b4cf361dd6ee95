import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type ServiceError, statusByErrorCode } from "../../errors.ts";
import { acceptedEncoding } from "./accept-encoding.ts";
import { type Bytes, compress, compressedBytesMin } from "./compress.ts";
import { documentHeaders } from "./content-security-policy.ts";
import type { PageLanguage } from "./language.ts";
import { renderErrorPage } from "./render-message-page.ts";

/** A page ready to be sent; `etag` is null where no copy of it may be kept. */
export type SentPage = {
  body: string | Bytes;
  headers: Headers;
  etag: string | null;
  /** The body compressed, where that was done before. */
  compressed?: { br: Bytes; gzip: Bytes } | null;
};

/** Memory for compressed copies of lists, feeds and scripts. */
const keptBytesMax = 16 * 1024 * 1024;
const kept = new LRUCache<string, Bytes>({
  maxSize: keptBytesMax,
  sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
});

/**
 * Answers a page, or 304 where the reader has this very one, in the encoding that the reader wants most. One that was
 * compressed before is answered at once. Tags are weak, so all encodings of a page share one (RFC 9110 section 8.8.3).
 * Only for pages that hold no secret beside what the caller sent: their lengths would tell it (breachattack.com).
 */
export function pageResponse(request: Request, page: SentPage): Response | Promise<Response> {
  const { headers, etag, body } = page;
  if (etag !== null && matchesTag(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  const encoding = acceptedEncoding(request.headers);
  if (encoding === null) return new Response(null, { status: 406, headers: { vary: "accept-encoding" } });
  if (encoding === "identity" || (isSmall(body) && acceptsIdentity(request)))
    return new Response(body, { headers });
  const known = page.compressed?.[encoding] ?? kept.get(`${encoding} ${etag}`);
  return known === undefined ? compressNow(page, encoding) : encodedResponse(headers, known, encoding);
}

/** Answers a feed, sitemap, script or document, which anyone may keep for `maxAgeSeconds`; an unchanged one costs 304 and no body. */
export function feedResponse(
  request: Request,
  feed: {
    text: string | Bytes;
    contentType: string;
    maxAgeSeconds: number;
    headers?: Record<string, string>;
  },
): Response | Promise<Response> {
  const etag = etagOf(feed.text);
  const headers = new Headers({
    ...feed.headers,
    "cache-control": `public, max-age=${feed.maxAgeSeconds}`,
    "content-type": feed.contentType,
    etag,
    vary: "accept-encoding",
  });
  return pageResponse(request, { body: feed.text, headers, etag });
}

/** A weak validator: the same text, whatever the encoding of the transfer. Source: RFC 9110 section 8.8.3. */
export function etagOf(text: string | Bytes): string {
  return `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
}

/** The page that a failed request gets: 500 for a fault of ours, 503 where trying again may help. */
export function failureResponse(error: ServiceError, requestId: string): Response {
  const status = statusByErrorCode[error.code] === 503 ? 503 : 500;
  const response = messageResponse(renderErrorPage(requestId), status);
  if (error.retryAfterSeconds !== undefined)
    response.headers.set("retry-after", String(error.retryAfterSeconds));
  return response;
}

/** A page that says why there is nothing to see; style and language are those of its newsroom. */
export function messageResponse(
  html: string,
  status: 200 | 404 | 410 | 500 | 503,
  look: { style?: string | null; language?: PageLanguage } = {},
): Response {
  const headers = new Headers(documentHeaders(look));
  headers.set("cache-control", "no-store");
  if (status === 503) headers.set("retry-after", "5");
  return new Response(html, { status, headers });
}

async function compressNow({ body, headers, etag }: SentPage, encoding: "br" | "gzip"): Promise<Response> {
  const bytes = await compress(typeof body === "string" ? new TextEncoder().encode(body) : body, encoding);
  if (etag !== null) kept.set(`${encoding} ${etag}`, bytes);
  return encodedResponse(headers, bytes, encoding);
}

function encodedResponse(headers: Headers, bytes: Bytes, encoding: "br" | "gzip"): Response {
  const response = new Response(bytes, { headers });
  response.headers.set("content-encoding", encoding);
  return response;
}

function isSmall(body: string | Bytes): boolean {
  return (typeof body === "string" ? body.length : body.byteLength) < compressedBytesMin;
}

function acceptsIdentity(request: Request): boolean {
  return !/(?:identity|\*)\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/i.test(request.headers.get("accept-encoding") ?? "");
}

/** Whether a request's `If-None-Match` names this tag, however a cache in between has weakened it (RFC 9110, 13.1.2). */
export function matchesTag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => bare(tag) === bare(etag));
}
