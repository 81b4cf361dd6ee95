import { sourceHash } from "../../web/content-security-policy.ts";
import { styles } from "../../web/styles.ts";
import { reportStyles } from "./page/page-styles.ts";

type PageStatus = 200 | 303 | 400 | 401 | 403 | 404 | 410 | 413 | 429 | 503;

/** What every answer of a report link says: no cache keeps it, no search engine lists it, no referrer passes it on. */
export const linkHeaders: Readonly<Record<string, string>> = {
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow",
};

/** Answers a page of a report link; `brandStyle` is the one inline style that differs from report to report. */
export function linkPageResponse(
  page: string | null,
  status: PageStatus,
  { brandStyle, extra = {} }: { brandStyle?: string; extra?: Record<string, string> } = {},
): Response {
  const hashes = [styles, reportStyles, ...(brandStyle === undefined ? [] : [brandStyle])].map(
    (style) => `'${sourceHash(style)}'`,
  );
  const policy = [
    "default-src 'none'",
    `style-src ${hashes.join(" ")}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    "content-language": "de",
    "content-security-policy": policy,
    ...linkHeaders,
    ...extra,
  });
  // The rest of a refused body is not worth reading: the connection ends with the answer.
  if (status === 413) headers.set("connection", "close");
  return new Response(page, { status, headers });
}
