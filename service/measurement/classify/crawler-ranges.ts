import ipaddr from "ipaddr.js";

/** Published address ranges by crawler or company name (lower case), merged and sorted for binary search. */
export type CrawlerRanges = ReadonlyMap<string, AddressRanges>;

/** Inclusive ranges of 128-bit addresses; IPv4 stands as `::ffff:a.b.c.d`. */
export interface AddressRanges {
  starts: readonly bigint[];
  ends: readonly bigint[];
  /**
   * Where an address outside them is somebody else's. An operator's own list always says so. One of the repository does on the
   * Internet only, because examples and demos use addresses of no network; and never once it is too old to be complete.
   */
  refutes: "always" | "on the Internet" | "never";
}

/** Most prefixes read from one file: parsed in about a second, and far above what one operator publishes. */
export const crawlerPrefixesMax = 100_000;

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
  const ranges = new Map<string, AddressRanges>();
  let count = 0;
  for (const [name, value] of entries) {
    const prefixes = collectPrefixes(value, name);
    count += prefixes.length;
    if (prefixes.length === 0) throw new TypeError(`Crawler ranges: ${name} has no prefix.`);
    if (count > crawlerPrefixesMax)
      throw new TypeError(`Crawler ranges: more than ${crawlerPrefixesMax} prefixes.`);
    ranges.set(name.toLowerCase(), mergeRanges(prefixes.map((prefix) => parsePrefix(prefix, name))));
  }
  return ranges;
}

/** The ranges loaded for the first of these names that has any, or null. */
export function findRanges(ranges: CrawlerRanges, names: readonly string[]): AddressRanges | null {
  if (ranges.size === 0) return null;
  for (const name of names) {
    const found = ranges.get(name.toLowerCase());
    if (found !== undefined) return found;
  }
  return null;
}

/** Whether the address lies in one of the ranges; an unreadable address lies in none. */
export function isInRanges(ranges: AddressRanges, address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === null) return false;
  const value = toNumber(parsed);
  let low = 0;
  let high = ranges.starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges.starts[middle] ?? 0n) <= value) low = middle + 1;
    else high = middle;
  }
  const end = ranges.ends[low - 1];
  return end !== undefined && value <= end;
}

/** Ranges of `ipaddr.js` in which no crawler on the Internet can be: a proxy, a test or the machine itself speaks. */
const localRanges: ReadonlySet<string> = new Set([
  "unspecified",
  "loopback",
  "private",
  "linkLocal",
  "uniqueLocal",
  "carrierGradeNat",
]);

/** Whether the client address is one of the Internet; loopback, private and unreadable ones are not. */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  return parsed !== null && !localRanges.has(parsed.range());
}

/** Whether the address belongs to a network on the Internet: not a local one, and not one kept for documentation (RFC 5737). */
export function isInternetAddress(address: string): boolean {
  return parseAddress(address)?.range() === "unicast";
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type AddressRange = readonly [start: bigint, end: bigint];

/** Only dotted quads and IPv6: `ipaddr.js` alone would also read `1`, `0x7f.1` and `127.1`. */
function parseAddress(address: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  if (!address.includes(":") || !ipaddr.IPv6.isValid(address)) return null;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
}

function toNumber(address: Address): bigint {
  const bytes = address.toByteArray().reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  return address.kind() === "ipv4" ? bytes | (0xffffn << 32n) : bytes;
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

/** A CIDR prefix, or a single address as some operators list them; bits behind the prefix are ignored. */
function parsePrefix(prefix: string, name: string): AddressRange {
  const [text = "", length, ...rest] = prefix.split("/");
  const address = parseAddress(text);
  const bits = address?.kind() === "ipv4" ? 32 : 128;
  const isLengthValid = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits);
  if (address === null || !isLengthValid || rest.length > 0) {
    throw new TypeError(
      `Crawler ranges: ${name} has an invalid prefix ${JSON.stringify(prefix.slice(0, 64))}.`,
    );
  }
  const hostMask = (1n << BigInt(bits - Number(length ?? bits))) - 1n;
  const start = toNumber(address) & ~hostMask;
  return [start, start | hostMask];
}

function mergeRanges(ranges: readonly AddressRange[]): AddressRanges {
  const starts: bigint[] = [];
  const ends: bigint[] = [];
  for (const [start, end] of ranges.toSorted((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0))) {
    const last = ends.length - 1;
    const lastEnd = ends[last];
    if (lastEnd !== undefined && start <= lastEnd + 1n) {
      if (end > lastEnd) ends[last] = end;
    } else {
      starts.push(start);
      ends.push(end);
    }
  }
  return { starts, ends, refutes: "always" };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
