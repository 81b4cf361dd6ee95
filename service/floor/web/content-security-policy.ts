import { createHash } from "node:crypto";
import { boundedCache } from "../limits/bounded-cache.ts";
import type { PageLanguage } from "./language.ts";
import { styles } from "./styles.ts";

/**
 * The Content-Security-Policy of a page: its inline styles by hash and nothing else that runs, but for `script`, by hash too.
 * It may talk to its own host. `style` is the page's own, behind the one that all pages have. A form, as that of the search,
 * is sent to its own host. `frameAncestors` says who may show it within a page of theirs.
 */
export function contentSecurityPolicy(
  script: string | null = null,
  style: string | readonly string[] | null = null,
  frameAncestors: "'none'" | "'self'" = "'none'",
): string {
  const inline = [styles, style ?? []].flat().map((each) => `'${sourceHash(each)}'`);
  const directives = [
    "default-src 'none'",
    `style-src ${inline.join(" ")}`,
    "img-src 'self'",
    "media-src 'self'",
    ...(script === null ? [] : [`script-src '${sourceHash(script)}'`]),
    // Also where no script runs: Lighthouse asks for robots.txt from within the page, and takes a refusal for a broken one.
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ];
  return directives.join("; ");
}

/** Newsrooms with a colour of their own, each with and without a script: some kilobytes each. */
const headersMax = 2_000;

type DocumentHeaders = Readonly<Record<string, string>>;
type Document = { script?: string | null; style?: string | null; language?: PageLanguage };

/** The headers that a page is answered with, whatever its caching. Made once for each script, style and language. */
export function documentHeaders({
  script = null,
  style = null,
  language = "de",
}: Document = {}): DocumentHeaders {
  return headersByKey(JSON.stringify([script, style, language]));
}

const headersByKey = boundedCache(headersMax, (key): DocumentHeaders => {
  const [script, style, language] = JSON.parse(key) as [string | null, string | null, PageLanguage];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-language": language,
    "content-security-policy": contentSecurityPolicy(script, style),
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
  };
});

/** `sha256-<base64>` of a style or script, as CSP and Subresource Integrity write it. */
export function sourceHash(source: string): string {
  return `sha256-${createHash("sha256").update(source).digest("base64")}`;
}
