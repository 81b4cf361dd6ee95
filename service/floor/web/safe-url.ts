import { parseUrl } from "../strings/parse-url.ts";
import { isServicePage } from "./service-page.ts";

/** Longest URL that a page links to, in characters: what every browser and most servers still take. */
export const urlLengthMax = 2048;

/**
 * The URL in its normalised form if a reader may follow it: http, https, mailto or tel, without credentials.
 * Everything else (`javascript:`, `data:`, `vbscript:`, `file:`, relative or broken ones) is null.
 */
export function safeLinkUrl(target: string): string | null {
  const url = parse(target);
  if (url === null) return null;
  if (url.protocol === "mailto:" || url.protocol === "tel:") return url.pathname === "" ? null : url.href;
  return isWebUrl(url) ? url.href : null;
}

/**
 * The normalised https URL of a picture or another embedded file, or null. Plain http would be mixed content, and a page of
 * ours is no file.
 */
export function safeEmbedUrl(target: string): string | null {
  if (isServicePage(target.trim())) return null;
  if (isOwnPath(target)) return target;
  const url = parse(target);
  return url !== null && isWebUrl(url) && url.protocol === "https:" ? url.href : null;
}

/** A path on the service itself: one leading slash, nothing that a browser could read as another host. */
export function isOwnPath(target: string): boolean {
  return target.length <= urlLengthMax && /^\/(?![/\\])[\w\-.~!$&'()*+,;=:@%/?]*$/.test(target);
}

function parse(target: string): URL | null {
  const trimmed = target.trim();
  if (trimmed.length > urlLengthMax || hasControlCharacter(trimmed)) return null;
  return parseUrl(trimmed);
}

/** Refused, because URL parsers drop tabs and line breaks inside a scheme: `java\nscript:` would turn into `javascript:`. */
function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < " " || character === "\u007f");
}

function isWebUrl(url: URL): boolean {
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" && url.hostname !== "";
}
