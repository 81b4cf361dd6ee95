import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** One range of addresses: its first address and the length of its prefix in bits. */
export type AddressRange = [address: ipaddr.IPv4 | ipaddr.IPv6, prefixBits: number];

/** A development set-up names a handful; a longer list is a configuration that went wrong. */
const rangesMax = 64;

/**
 * Reads a list of ranges such as `127.0.0.0/8, ::1/128`, split by commas or white space; an empty text is no range.
 * Throws a RangeError that names the entry when it has no prefix length, or has bits set behind it, because
 * `10.1.2.3/8` is more often a slip than a wish to open all of 10/8.
 */
export function parseCidrs(text: string): AddressRange[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== "");
  if (entries.length > rangesMax) throw new RangeError(`at most ${rangesMax} address ranges can be named`);
  return entries.map(parseCidr);
}

/**
 * Says whether an address lies in one of the ranges; an IPv4-mapped IPv6 address counts as its IPv4.
 * Anything that is not the plain text of one address lies in none.
 */
export function isInRanges(ip: string, ranges: readonly AddressRange[]): boolean {
  if (isIP(ip) === 0 || ip.includes("%")) return false;
  const address = ipaddr.process(ip);
  // `match` throws when the families differ.
  return ranges.some((range) => range[0].kind() === address.kind() && address.match(range));
}

function parseCidr(entry: string): AddressRange {
  const [ip = "", prefix = "", ...rest] = entry.split("/");
  const family = isIP(ip);
  const prefixBits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  const isWellFormed = family !== 0 && !ip.includes("%") && rest.length === 0;
  if (!isWellFormed || !(prefixBits <= (family === 4 ? 32 : 128))) {
    throw new RangeError(`"${entry}" is not an address range: write it like 10.0.0.0/8 or fd00::/8`);
  }
  const address = ipaddr.parse(ip);
  if (address.toByteArray().some((byte, position) => (byte & hostMask(position, prefixBits)) !== 0)) {
    throw new RangeError(`"${entry}" has bits set behind its prefix of ${prefixBits} bits`);
  }
  return [address, prefixBits];
}

/** The bits of one byte that lie behind the prefix. */
function hostMask(position: number, prefixBits: number): number {
  const prefixBitsInByte = Math.min(8, Math.max(0, prefixBits - position * 8));
  return 0xff >> prefixBitsInByte;
}
