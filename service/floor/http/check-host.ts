import { boundedCache } from "../limits/bounded-cache.ts";

/**
 * Refuses a Host before routing: the router finds the path behind the eleventh character of the URL, so that with
 * `Host: x` it would drop the first segment and send `/v1/secret` where `/secret` was asked for.
 */
export type HostVerdict = { kind: "ok" | "malformed" } | { kind: "foreign"; name: string };

const hostPattern =
  /^(?:\[[0-9a-fA-F:.]{2,45}\]|[0-9a-zA-Z](?:[0-9a-zA-Z._-]{0,252}[0-9a-zA-Z])?\.?)(?::\d{1,5})?$/;
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** Behind `http://`, a shorter host ends before the eleventh character, so that the router would take a later slash for the path's first. */
const hostCharactersMin = 4;
/** Verdicts kept in memory, 1 MB at worst: a service has few hosts. */
const verdictsMax = 1_000;
const keptLengthMax = 300;

/**
 * Returns a check of the Host header: the host of `publicUrl`, those of `allowedHosts` and loopback are ours, every other is
 * foreign, its name in lower case and without a port.
 */
export function createHostCheck(publicUrl: string | null, allowedHosts: readonly string[]) {
  const known = new Set([...(publicUrl === null ? [] : [new URL(publicUrl).host]), ...allowedHosts]);
  const knownVerdict = boundedCache(verdictsMax, (hostAndOrigin) => {
    const [host = "", origin = ""] = hostAndOrigin.split("\n");
    return verdictOf(host, origin);
  });
  return (request: Request): HostVerdict => {
    const host = request.headers.get("host");
    if (host === null) return { kind: "malformed" };
    const origin = originOf(request.url);
    const isKept = host.length + origin.length <= keptLengthMax;
    return isKept ? knownVerdict(`${host}\n${origin}`) : verdictOf(host, origin);
  };

  function verdictOf(host: string, origin: string): HostVerdict {
    if (!hostPattern.test(host) || host.length < hostCharactersMin) return { kind: "malformed" };
    // No URL comes of a port of 65536, of 999.999.999.999 or of a broken punycode name, though all look like a Host.
    const url = URL.parse(origin);
    if (url === null || url.host.length < hostCharactersMin) return { kind: "malformed" };
    const lower = host.toLowerCase();
    const name = lower.replace(/:\d+$/, "");
    if (known.has(lower) || known.has(name) || loopbackHost.test(name)) return { kind: "ok" };
    return { kind: "foreign", name };
  }
}

/** All that a URL's host can depend on: what stands before the first slash behind `http://`. */
function originOf(url: string): string {
  const slash = url.indexOf("/", "https://".length);
  return slash === -1 ? url : url.slice(0, slash);
}
