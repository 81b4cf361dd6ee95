import { type ServiceError, statusByErrorCode } from "../errors.ts";
import { documentHeaders } from "./content-security-policy.ts";
import { renderErrorPage } from "./render-message-page.ts";

/** A page ready to be sent; `etag` is null where no copy of it may be kept. */
export type SentPage = {
  body: string | Uint8Array<ArrayBuffer>;
  headers: Headers;
  etag: string | null;
};

/** Answers a page, or 304 where the reader has this very one. */
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

/** A page that says why there is nothing to see; `style` is its newsroom's own. */
export function messageResponse(
  html: string,
  status: 404 | 410 | 500 | 503,
  style: string | null = null,
): Response {
  const headers = new Headers(documentHeaders(null, style));
  headers.set("cache-control", "no-store");
  if (status === 503) headers.set("retry-after", "5");
  return new Response(html, { status, headers });
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => bare(tag) === bare(etag));
}
