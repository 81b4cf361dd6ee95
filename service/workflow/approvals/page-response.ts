import { sourceHash } from "../../web/content-security-policy.ts";
import { styles } from "../../web/styles.ts";
import { approvalStyles } from "./pages/page-styles.ts";

/** Its two inline styles by hash, pictures, films and sounds of the release, and a form that can only be sent to where it came from. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src '${sourceHash(styles)}' '${sourceHash(approvalStyles)}'`,
  "img-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Answers an approval page: no cache keeps it, no site frames it, and no referrer passes its address on. It is never
 * compressed: beside what a caller sent, its length would tell the secret that its form holds (breachattack.com).
 */
export function approvalPageResponse(
  html: string | null,
  status: 200 | 303 | 400 | 403 | 404 | 410 | 413 | 503,
  extra: Record<string, string> = {},
): Response {
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    "content-language": "de",
    "content-security-policy": contentSecurityPolicy,
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "x-robots-tag": "noindex, nofollow",
    ...extra,
  });
  // The rest of a refused body is not worth reading: the connection ends with the answer.
  if (status === 413) headers.set("connection", "close");
  if (status === 503) headers.set("retry-after", "5");
  return new Response(html, { status, headers });
}
