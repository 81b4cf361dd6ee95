/**
 * Whether a form was sent by our own page. Browsers say so in Sec-Fetch-Site (Fetch Metadata, W3C). One without it sends
 * `Origin: null` from a page with `no-referrer` (Fetch, "append a request Origin header"), or our origin; what then
 * protects is that no other site knows the link.
 */
export function isFromOwnPage(request: Request, publicUrl: string): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = request.headers.get("origin");
  if (origin === null || origin === "null") return true;
  return origin === new URL(publicUrl).origin || origin === new URL(request.url).origin;
}
