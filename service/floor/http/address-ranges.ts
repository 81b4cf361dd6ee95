import { BlockList, isIP } from "node:net";

/** Ranges of IP addresses. */
export type AddressRanges = {
  /** How many ranges were named. */
  size: number;
  /** An IPv4-mapped IPv6 address counts as its IPv4. Anything that is not the plain text of one address lies in none. */
  has(ip: string): boolean;
};

type AddressRange = { address: string; family: 4 | 6; prefixBits: number };

/**
 * Reads ranges such as `10.0.0.0/8` or `fd00::/8`, and single addresses; bits behind the prefix are ignored.
 * Throws a RangeError that names the entry when it is neither.
 */
export function createAddressRanges(entries: readonly string[]): AddressRanges {
  // One list for each family: for Bun and Node `::/0` has all of IPv4 in it, for Deno it has not.
  const ipv4 = new BlockList();
  const ipv6 = new BlockList();
  for (const entry of entries) {
    const range = parseRange(entry);
    if (range === null) throw new RangeError(`"${entry}" is not an address range`);
    const { address, family, prefixBits } = range;
    if (family === 4) ipv4.addSubnet(address, prefixBits, "ipv4");
    else ipv6.addSubnet(address, prefixBits, "ipv6");
  }
  return {
    size: entries.length,
    has(ip) {
      const family = isIP(ip);
      // Bun and Node read "fd00::1%eth0" as fd00::1.
      if (family === 0 || ip.includes("%")) return false;
      if (family === 4) return ipv4.check(ip, "ipv4");
      return ipv4.check(ip, "ipv6") || ipv6.check(ip, "ipv6");
    },
  };
}

/**
 * Says what is wrong with a range that somebody configured, or null. Bits behind the prefix are wrong here: `10.1.2.3/8` is
 * more often a slip than a wish to open all of 10/8.
 */
export function addressRangeProblem(entry: string): string | null {
  const range = parseRange(entry);
  if (range === null) return `"${entry}" is not an address range: write it like 10.0.0.0/8 or fd00::/8`;
  const hasHostBits = addressBytes(range.address).some((byte, position) => {
    const prefixBitsInByte = Math.min(8, Math.max(0, range.prefixBits - position * 8));
    return (byte & (0xff >> prefixBitsInByte)) !== 0;
  });
  return hasHostBits ? `"${entry}" has bits set behind its prefix of ${range.prefixBits} bits` : null;
}

/** The 4 or 16 bytes of an address that `isIP` takes. */
export function addressBytes(ip: string): number[] {
  if (isIP(ip) === 4) return ip.split(".").map(Number);
  const [before = "", after] = inGroups(ip).split("::");
  const head = groupsOf(before);
  const tail = groupsOf(after ?? "");
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => 0);
  return [...head, ...zeros, ...tail].flatMap((group) => [group >> 8, group & 0xff]);
}

/** An IPv6 address in one spelling (URL standard, "IPv6 serializer"). */
export function plainIpv6(ip: string): string {
  return new URL(`http://[${inGroups(ip)}]`).hostname.slice(1, -1);
}

/** An IPv6 address whose dotted end, if it has one, is two groups (RFC 4291, 2.2): Bun's URL parser refuses `::1:1.2.3.4`. */
function inGroups(ip: string): string {
  return ip.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_dotted, a, b, c, d) => {
    const [high, low] = [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)];
    return `${high.toString(16)}:${low.toString(16)}`;
  });
}

function groupsOf(text: string): number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}

function parseRange(entry: string): AddressRange | null {
  const [address = "", prefix, ...rest] = entry.split("/");
  const family = isIP(address);
  if ((family !== 4 && family !== 6) || address.includes("%") || rest.length > 0) return null;
  const bits = family === 4 ? 32 : 128;
  if (prefix === undefined) return { address, family, prefixBits: bits };
  const prefixBits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  return prefixBits <= bits ? { address, family, prefixBits } : null;
}
