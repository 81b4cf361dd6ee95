import { isIP } from "node:net";
import { hostCharactersMax } from "../../floor/strings/host-name.ts";
import { parseUrl } from "../../floor/strings/parse-url.ts";

/** Longest Referer looked at, in UTF-16 units: servers take 8 KB of a header, the host stands at the front. */
const referrerLengthMax = 8192;

/** Where a visit came from, as far as a URL says it. */
export interface SourceLocation {
  /** Lower case, ASCII form of international names, without `www.` and port; the package name of an Android app. */
  host: string;
  path: string | null;
}

/** Reads the Referer header; null where it is missing, unreadable or of another scheme than http, https and android-app. */
export function parseReferrer(referrer: string | null | undefined): SourceLocation | null {
  if (!referrer) return null;
  const url = parseUrl(referrer.slice(0, referrerLengthMax));
  if (url === null) return null;
  if (url.protocol === "android-app:") return toLocation(url.hostname, null);
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  return toLocation(url.hostname, url.pathname);
}

/** Reads a host or URL out of a tag such as `utm_source=chatgpt.com`; null for anything else, names included. */
export function parseTaggedHost(tag: string): SourceLocation | null {
  const url = parseUrl(/^https?:\/\//.test(tag) ? tag : `http://${tag}`);
  if (url === null || /[\s@]/.test(tag) || !url.hostname.includes(".")) return null;
  return toLocation(url.hostname, null);
}

/** The form in which hosts are compared: lower case, without port, `www.` and final dot. */
export function normalizeHost(host: string): string {
  const url = parseUrl(`http://${host}`);
  return withoutWww((url?.hostname ?? host).toLowerCase().replace(/\.$/, ""));
}

/** Loopback names and every IP address: nothing a reader would recognise as a source. */
export function isLocalOrAddress(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host.startsWith("[") ||
    host.includes(":") ||
    isIP(host) === 4
  );
}

function toLocation(hostname: string, path: string | null): SourceLocation | null {
  const host = withoutWww(hostname.toLowerCase().replace(/\.$/, ""));
  return host === "" || host.length > hostCharactersMax ? null : { host, path };
}

function withoutWww(host: string): string {
  return host.startsWith("www.") && host.indexOf(".", 4) !== -1 ? host.slice(4) : host;
}
