import { createHash } from "node:crypto";
import { boundedCache } from "../limits/bounded-cache.ts";
import { styles } from "./styles.ts";

/**
 * The Content-Security-Policy of a page: its inline styles by hash and nothing else that runs, but for `script`, by hash too,
 * which may talk to its own host. `style` is a newsroom's own, behind the one that all pages have. `frameAncestors` says who may
 * show it within a page of theirs.
 */
export function contentSecurityPolicy(
  script: string | null = null,
  style: string | null = null,
  frameAncestors: "'none'" | "'self'" = "'none'",
): string {
  const ownStyle = style === null ? "" : ` '${sourceHash(style)}'`;
  const directives = [
    "default-src 'none'",
    `style-src '${sourceHash(styles)}'${ownStyle}`,
    "img-src 'self' https:",
    "media-src 'self' https:",
    ...(script === null ? [] : [`script-src '${sourceHash(script)}'`, "connect-src 'self'"]),
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors}`,
  ];
  return directives.join("; ");
}

/** Newsrooms with a colour of their own, each with and without a script: 2 KB each. */
const headersMax = 2_000;

/** The headers that a page is answered with, whatever its caching. Made once for each script and style. */
export function documentHeaders(
  script: string | null = null,
  style: string | null = null,
): Readonly<Record<string, string>> {
  return style === null ? plainHeaders(script ?? "") : styledHeaders(JSON.stringify([script, style]));
}

const plainHeaders = boundedCache(headersMax, (script) => headersOf(script === "" ? null : script, null));
const styledHeaders = boundedCache(headersMax, (key) => {
  const [script, style] = JSON.parse(key) as [string | null, string];
  return headersOf(script, style);
});

function headersOf(script: string | null, style: string | null): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-language": "de",
    "content-security-policy": contentSecurityPolicy(script, style),
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
  };
}

/** `sha256-<base64>` of a style or script, as CSP and Subresource Integrity write it. */
export function sourceHash(source: string): string {
  return `sha256-${createHash("sha256").update(source).digest("base64")}`;
}
