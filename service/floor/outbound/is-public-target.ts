import { isIP } from "node:net";
import { addressBytes, createAddressRanges } from "../http/address-ranges.ts";

/**
 * IPv4 ranges that are no public destination.
 * The IANA special-purpose registry with its transition blocks, multicast and class E, plus the one address
 * below that every virtual machine of a large cloud can reach and that answers as its host.
 * Source: https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const refusedIpv4 = createAddressRanges([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "255.255.255.255/32",
  "168.63.129.16/32",
]);

/** The one IPv6 range that is handed out as global unicast (RFC 4291); whatever lies outside is refused unseen. */
const globalIpv6 = createAddressRanges(["2000::/3"]);

/** Inside it: protocol assignments with Teredo, documentation (two blocks), and 6to4, which tunnels to an IPv4. */
const refusedIpv6 = createAddressRanges(["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/** IPv4-mapped, IPv4-compatible (with :: and ::1), and NAT64 (RFC 6052): the last 32 bits are the destination. */
const ipv4Holding = createAddressRanges(["::ffff:0:0/96", "::/96", "64:ff9b::/96"]);

/** NAT64 of a local network (RFC 8215), whose operator chooses the prefix length inside it. */
const localNat64 = createAddressRanges(["64:ff9b:1::/48"]);

/**
 * Says whether an address is one that a tenant may make the service connect to.
 * Takes the text of one IPv4 (four decimal parts) or IPv6 address; anything else, a zone id included, is not public.
 * Source: the IANA special-purpose registries, RFC 6890; embedded IPv4 by RFC 4291, RFC 6052 and RFC 8215.
 */
export function isPublicTarget(ip: string): boolean {
  const family = isIP(ip);
  // `isIP` takes "fe80::1%eth0"; a zone names an interface of this machine, which nobody outside can mean.
  if (family === 0 || ip.includes("%")) return false;
  return family === 4 ? !refusedIpv4.has(ip) : isPublicIpv6(ip);
}

function isPublicIpv6(ip: string): boolean {
  const bytes = addressBytes(ip);
  const last = bytes.slice(12);
  if (ipv4Holding.has(ip)) return !refusedIpv4.has(last.join("."));
  if (localNat64.has(ip)) {
    // A /48 translator reads bytes 6, 7, 9 and 10 (RFC 6052, 2.2), a /96 one the last four: a private address in
    // either position could be the destination. Four zero bytes mean that the position is not used.
    const asPrefix48 = [...bytes.slice(6, 8), ...bytes.slice(9, 11)].join(".");
    const isPrefix48Harmless = asPrefix48 === "0.0.0.0" || !refusedIpv4.has(asPrefix48);
    return isPrefix48Harmless && !refusedIpv4.has(last.join("."));
  }
  return globalIpv6.has(ip) && !refusedIpv6.has(ip);
}
