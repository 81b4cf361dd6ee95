import { requestContext } from "../http/request-context.ts";

/**
 * Whether a form was sent by a page of ours. Browsers say so in `Sec-Fetch-Site` (Fetch Metadata, W3C) or in `Origin` (Fetch,
 * "append a request Origin header"); one that says neither is refused, and one that contradicts itself is too.
 */
export function isFromOwnOrigin(request: Request, publicUrl: string): boolean {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site === null && origin === null) return false;
  if (site !== null && site !== "same-origin") return false;
  return origin === null || origin === new URL(publicUrl).origin || origin === originOf(request);
}

/** Behind a proxy that ends TLS the URL says http. */
function originOf(request: Request): string {
  const scheme = requestContext(request).isSecure ? "https" : "http";
  return `${scheme}://${new URL(request.url).host}`;
}
