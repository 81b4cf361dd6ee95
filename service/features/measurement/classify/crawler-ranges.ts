import { isIP } from "node:net";
import { type AddressRanges, createAddressRanges } from "../../../floor/http/address-ranges.ts";
import { isRecord } from "../../../floor/strings/is-record.ts";

/** Published address ranges by crawler or company name (lower case). */
export type CrawlerRanges = ReadonlyMap<string, OperatorRanges>;

/**
 * Published ranges. `refutes` says where an address outside them is somebody else's. An operator's own list always says so. One of
 * the repository does on the Internet only, because examples and demos use addresses of no network; and never once it is too old
 * to be complete.
 */
export type OperatorRanges = AddressRanges & { readonly refutes: "always" | "on the Internet" | "never" };

/** Most prefixes read from one file: far above what one operator publishes. Bun takes seconds to fill a list of 100,000. */
export const crawlerPrefixesMax = 20_000;

/** No ranges loaded: every crawler is believed by its user agent. */
export const noCrawlerRanges: CrawlerRanges = new Map();

/**
 * Reads published crawler ranges; the network is never asked.
 * Ours: `{ "OpenAI": ["20.15.240.64/28", …], "Googlebot": <published file>, "Microsoft": [<file>, <file>] }`, the keys being
 * crawlers (`Googlebot`) or companies (`Google`), a crawler's own ranges before its company's.
 * Published: `{ prefixes: [{ ipv4Prefix | ipv6Prefix }] }` as Google, Bing, OpenAI, Perplexity and Apple write it; it
 * names no operator, so that `operator` does.
 * @throws TypeError that names the place where the file has another shape, holds no prefix or an invalid one.
 */
export function parseCrawlerRanges(json: unknown, operator = "Google"): CrawlerRanges {
  if (!isRecord(json)) throw new TypeError("Crawler ranges: expected an object of operator names.");
  const entries = "prefixes" in json ? [[operator, json] as const] : Object.entries(json);
  const ranges = new Map<string, OperatorRanges>();
  let count = 0;
  for (const [name, value] of entries) {
    const prefixes = collectPrefixes(value, name);
    count += prefixes.length;
    if (prefixes.length === 0) throw new TypeError(`Crawler ranges: ${name} has no prefix.`);
    if (count > crawlerPrefixesMax)
      throw new TypeError(`Crawler ranges: more than ${crawlerPrefixesMax} prefixes.`);
    ranges.set(name.toLowerCase(), { ...readRanges(prefixes, name), refutes: "always" });
  }
  return ranges;
}

/** The ranges loaded for the first of these names that has any, or null. */
export function findRanges(ranges: CrawlerRanges, names: readonly string[]): OperatorRanges | null {
  if (ranges.size === 0) return null;
  for (const name of names) {
    const found = ranges.get(name.toLowerCase());
    if (found !== undefined) return found;
  }
  return null;
}

/** Where no crawler on the Internet can be: a proxy, a test or the machine itself speaks. */
const localRanges = createAddressRanges([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "::/127",
  "fc00::/7",
  "fe80::/10",
]);

/** Whether the client address is loopback, private or unreadable. */
export function isLocalAddress(address: string): boolean {
  return isIP(address) === 0 || localRanges.has(address);
}

function collectPrefixes(value: unknown, name: string): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((entry: unknown) => collectPrefixes(entry, name));
  if (isRecord(value)) {
    if (Array.isArray(value.prefixes)) return collectPrefixes(value.prefixes, name);
    const prefix = value.ipv4Prefix ?? value.ipv6Prefix;
    if (typeof prefix === "string") return [prefix];
  }
  throw new TypeError(`Crawler ranges: ${name} must be prefixes or a published file of prefixes.`);
}

/** CIDR prefixes, or single addresses as some operators list them. */
function readRanges(prefixes: readonly string[], name: string): AddressRanges {
  try {
    return createAddressRanges(prefixes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new TypeError(`Crawler ranges: ${name} has an invalid prefix: ${error.message.slice(0, 100)}.`);
  }
}
