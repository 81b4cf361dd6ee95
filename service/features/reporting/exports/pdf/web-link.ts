import { parseUrl } from "../../../../floor/strings/parse-url.ts";

/** Readers and mail gateways refuse longer link targets; browsers' own limits lie far above. */
const urlCharactersMax = 2_000;

/** The address of a link in pure ASCII, or null for what must not become clickable: other schemes, oversized, unreadable. */
export function webLink(url: string | null): string | null {
  const parsed = url === null ? null : parseUrl(url);
  if (parsed === null) {
    return null;
  }
  const { protocol, href } = parsed;
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && href.length <= urlCharactersMax ? href : null;
}
