import { type ServiceError, statusByErrorCode } from "../errors.ts";
import type { MeasurementLevel } from "../measurement/vocabulary.ts";
import { newsroomPageHeaders } from "./content-security-policy.ts";
import { renderErrorPage } from "./pages/render-message-page.ts";

/** A page ready to be sent; `etag` is null where no copy of it may be kept. */
export type SentPage = {
  body: string | Uint8Array<ArrayBuffer>;
  headers: Headers;
  etag: string | null;
};

/**
 * The headers of a newsroom page. `no-cache` lets a browser keep it but makes it ask each time: every view is counted, and an
 * unchanged page costs 304 and no body. Source: RFC 9111 section 5.2.2.4, RFC 9110 section 13.1.2.
 */
export function pageHeaders(page: {
  level: MeasurementLevel;
  etag: string;
  lastModified: Date | null;
}): Pick<SentPage, "headers" | "etag"> {
  // At L2 a page carries the id of its view: one kept by the browser would send its beacon to an earlier view.
  const isKept = page.level !== "L2";
  // An answer takes a copy: of an object with as many fields that is 2 µs more.
  const headers = new Headers({
    ...newsroomPageHeaders(page.level),
    "cache-control": isKept ? "private, no-cache" : "private, no-store",
    vary: "accept-encoding",
    ...(page.lastModified === null ? {} : { "last-modified": page.lastModified.toUTCString() }),
    ...(isKept ? { etag: page.etag } : {}),
  });
  return { headers, etag: isKept ? page.etag : null };
}

/** Answers a newsroom page, or 304 where the reader has this very one. */
export function pageResponse(request: Request, { body, headers, etag }: SentPage): Response {
  const isKnown = etag !== null && matches(request.headers.get("if-none-match"), etag);
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
}

/** Answers a feed or sitemap, which anyone may keep for `maxAgeSeconds`; an unchanged one costs 304 and no body. */
export function feedResponse(
  request: Request,
  feed: { text: string; etag: string; contentType: string; maxAgeSeconds: number },
): Response {
  const headers = new Headers({ "cache-control": `public, max-age=${feed.maxAgeSeconds}`, etag: feed.etag });
  if (matches(request.headers.get("if-none-match"), feed.etag))
    return new Response(null, { status: 304, headers });
  headers.set("content-type", feed.contentType);
  return new Response(feed.text, { headers });
}

/** The page that a failed request gets: 500 for a fault of ours, 503 where trying again may help. */
export function failureResponse(error: ServiceError, requestId: string): Response {
  return messageResponse(renderErrorPage(requestId), statusByErrorCode[error.code] === 503 ? 503 : 500);
}

/** A page that says why there is nothing to see. */
export function messageResponse(html: string, status: 404 | 500 | 503): Response {
  const headers = new Headers(newsroomPageHeaders("L0"));
  headers.set("cache-control", "no-store");
  if (status === 503) headers.set("retry-after", "5");
  return new Response(html, { status, headers });
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => bare(tag) === bare(etag));
}
