import { createHash } from "node:crypto";
import type { MeasurementLevel } from "../measurement/vocabulary.ts";
import { engagementScript } from "./beacon/engagement-script.ts";
import { styles } from "./pages/styles.ts";

/**
 * The Content-Security-Policy of a newsroom page: its one inline style by hash and nothing else that runs.
 * Level L2 lets through the engagement script, by hash too, and its beacon.
 */
export function contentSecurityPolicy(level: MeasurementLevel): string {
  const directives = [
    "default-src 'none'",
    `style-src '${sourceHash(styles)}'`,
    "img-src 'self' https:",
    "media-src 'self' https:",
    ...(level === "L2" ? [`script-src '${sourceHash(engagementScript)}'`, "connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return directives.join("; ");
}

const headersByLevel = new Map<MeasurementLevel, Readonly<Record<string, string>>>();

/** The headers that every newsroom page is answered with, whatever its caching. Made once: hashing the style takes 10 µs. */
export function newsroomPageHeaders(level: MeasurementLevel): Readonly<Record<string, string>> {
  const known = headersByLevel.get(level);
  if (known !== undefined) return known;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-language": "de",
    "content-security-policy": contentSecurityPolicy(level),
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
  };
  headersByLevel.set(level, headers);
  return headers;
}

/** `sha256-<base64>` of a style or script, as CSP and Subresource Integrity write it. */
export function sourceHash(source: string): string {
  return `sha256-${createHash("sha256").update(source).digest("base64")}`;
}
