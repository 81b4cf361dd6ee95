import { createHash } from "node:crypto";
import type { PageLanguage } from "./language.ts";
import { styles } from "./styles.ts";

/**
 * The Content-Security-Policy of a page: its one inline style by hash and nothing else that runs, but for `script`, by hash too,
 * which may talk to its own host. A form, as that of the search, is sent to its own host.
 */
export function contentSecurityPolicy(script: string | null = null): string {
  const directives = [
    "default-src 'none'",
    `style-src '${sourceHash(styles)}'`,
    "img-src 'self' https:",
    "media-src 'self' https:",
    ...(script === null ? [] : [`script-src '${sourceHash(script)}'`, "connect-src 'self'"]),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return directives.join("; ");
}

type DocumentHeaders = Readonly<Record<string, string>>;

const headersByScript = {
  de: new Map<string | null, DocumentHeaders>(),
  en: new Map<string | null, DocumentHeaders>(),
};

/** The headers that a page is answered with, whatever its caching. Made once for each language and script. */
export function documentHeaders(
  script: string | null = null,
  language: PageLanguage = "de",
): DocumentHeaders {
  const known = headersByScript[language].get(script);
  if (known !== undefined) return known;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-language": language,
    "content-security-policy": contentSecurityPolicy(script),
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
  };
  headersByScript[language].set(script, headers);
  return headers;
}

/** `sha256-<base64>` of a style or script, as CSP and Subresource Integrity write it. */
export function sourceHash(source: string): string {
  return `sha256-${createHash("sha256").update(source).digest("base64")}`;
}
