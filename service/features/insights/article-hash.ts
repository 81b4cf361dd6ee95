import { createHash } from "node:crypto";
import { parseUrl } from "../../floor/strings/parse-url.ts";
import { withoutEnding } from "./without-ending.ts";

/** Parameters that say where a reader came from, not what is read. */
const trackingParameters = /^(?:utm_.*|fbclid|gclid|mc_cid|mc_eid|wt_mc|ref|source)$/i;

/**
 * SHA-256, as hex, of what makes two finds the same article: its address without scheme, `www.`, fragment and tracking
 * parameters; or medium, headline and day (`YYYY-MM-DD`) for what has no address.
 */
export function articleHash(article: { url: string; medium: string; headline: string; day: string }): string {
  const url = parseUrl(article.url);
  const parts =
    url !== null
      ? [normalAddress(url)]
      : [article.medium.toLowerCase(), article.headline.toLowerCase(), article.day];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/**
 * The same for what people enter, made of the other hash: so a file or a feed that brings the article later neither overwrites it nor is
 * kept from being stored.
 */
export function handHash(hash: string): string {
  return createHash("sha256").update(`by hand ${hash}`).digest("hex");
}

function normalAddress(url: URL): string {
  for (const name of [...url.searchParams.keys()]) {
    if (trackingParameters.test(name)) url.searchParams.delete(name);
  }
  url.searchParams.sort();
  const host = url.host.replace(/^(?:www|m|amp)\./, "");
  return `${host}${withoutEnding(url.pathname, "/")}${url.search}`;
}
