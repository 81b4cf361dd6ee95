import { isIP } from "node:net";
import { boundedCache } from "../limits/bounded-cache.ts";
import { addressBytes, createAddressRanges, plainIpv6 } from "./address-ranges.ts";

/** Who is at the other end of a socket. */
type Peer = { address: string; isTrustedProxy: boolean; isLoopback: boolean };

/** Forwarded chains longer than this come from nobody's real set of proxies. */
const forwardedHopsMax = 20;
/** Peers that are remembered: those of a proxy are few, and of others the latest matter. */
const peersMax = 1_000;
const loopback = createAddressRanges(["127.0.0.0/8", "::1/128"]);

/**
 * Returns a function that finds the peer of a socket and the client's address: the peer's, unless that is a trusted proxy;
 * then the right-most address of X-Forwarded-For that is no trusted proxy. What the client itself wrote there is never
 * believed.
 */
export function createClientAddress(trustedProxies: readonly string[]) {
  const trusted = createAddressRanges(trustedProxies);
  return {
    peerOf: boundedCache(peersMax, (socketAddress: string): Peer => {
      const address = normalizeAddress(socketAddress);
      return { address, isTrustedProxy: trusted.has(address), isLoopback: loopback.has(address) };
    }),
    of(peer: Peer, headers: Headers): string {
      if (!peer.isTrustedProxy) return peer.address;
      const hops = (headers.get("x-forwarded-for") ?? "").split(",").slice(-forwardedHopsMax);
      let client = peer.address;
      for (const hop of hops.reverse()) {
        const address = normalizeAddress(hop.trim());
        if (isIP(address) === 0) return client;
        client = address;
        if (!trusted.has(address)) return client;
      }
      return client;
    },
  };
}

/** The plain form of an address: no `::ffff:` before IPv4, no brackets, no port, no zone. */
function normalizeAddress(text: string): string {
  if (isIP(text) === 4) return text;
  const bare = text
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  if (isIP(bare) !== 6) return bare;
  const bytes = addressBytes(bare);
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
  return isMapped ? bytes.slice(12).join(".") : plainIpv6(bare);
}

/** What counts as one client: an IPv4 address, or the /64 network that one IPv6 customer gets. */
export function clientNetwork(address: string): string {
  const family = isIP(address);
  if (family === 0 || address.includes("%")) return "unknown";
  if (family === 4) return address;
  return `${Buffer.from(addressBytes(address).slice(0, 8)).toString("hex")}/64`;
}

/** What one owner of many client networks has: the /48 around an IPv6 network, and of IPv4 the address alone. */
export function clientSite(address: string): string {
  return clientNetwork(address).replace(/^(.{12}).{4}\/64$/, "$1/48");
}
