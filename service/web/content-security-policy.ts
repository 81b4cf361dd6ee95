import { createHash } from "node:crypto";
import { styles } from "./styles.ts";

/**
 * The Content-Security-Policy of a page: its one inline style by hash and nothing else that runs, but for `script`, by hash too,
 * which may talk to its own host.
 */
export function contentSecurityPolicy(script: string | null = null): string {
  const directives = [
    "default-src 'none'",
    `style-src '${sourceHash(styles)}'`,
    "img-src 'self' https:",
    "media-src 'self' https:",
    ...(script === null ? [] : [`script-src '${sourceHash(script)}'`, "connect-src 'self'"]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return directives.join("; ");
}

const headersByScript = new Map<string | null, Readonly<Record<string, string>>>();

/** The headers that a page is answered with, whatever its caching. Made once for each script. */
export function documentHeaders(script: string | null = null): Readonly<Record<string, string>> {
  const known = headersByScript.get(script);
  if (known !== undefined) return known;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-language": "de",
    "content-security-policy": contentSecurityPolicy(script),
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
  };
  headersByScript.set(script, headers);
  return headers;
}

/** `sha256-<base64>` of a style or script, as CSP and Subresource Integrity write it. */
export function sourceHash(source: string): string {
  return `sha256-${createHash("sha256").update(source).digest("base64")}`;
}
