import ipaddr from "ipaddr.js";

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Forwarded chains longer than this come from nobody's real set of proxies. */
const forwardedHopsMax = 20;

/**
 * Returns a function that tells the client's address: the socket's, unless the socket is a trusted proxy; then the
 * right-most address of X-Forwarded-For that is no trusted proxy. What the client itself wrote there is never believed.
 */
export function createClientAddress(trustedProxies: readonly string[]) {
  const ranges: Range[] = trustedProxies.map((cidr) => ipaddr.parseCIDR(cidr));
  const isTrusted = (address: string) => ranges.length > 0 && matches(address, ranges);
  return {
    isTrustedProxy: isTrusted,
    of(socketAddress: string, headers: Headers): string {
      const peer = normalizeAddress(socketAddress);
      if (!isTrusted(peer)) return peer;
      const hops = (headers.get("x-forwarded-for") ?? "").split(",").slice(-forwardedHopsMax);
      let client = peer;
      for (const hop of hops.reverse()) {
        const address = normalizeAddress(hop.trim());
        if (!ipaddr.isValid(address)) return client;
        client = address;
        if (!isTrusted(address)) return client;
      }
      return client;
    },
  };
}

/** The plain form of an address: no `::ffff:` before IPv4, no brackets, no port, no zone. */
export function normalizeAddress(text: string): string {
  const bare = text
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare;
}

/** What counts as one client: an IPv4 address, or the /64 network that one IPv6 customer gets. */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${parsed.toNormalizedString().split(":").slice(0, 4).join(":")}::/64`;
}

export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}

function matches(address: string, ranges: Range[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
}
