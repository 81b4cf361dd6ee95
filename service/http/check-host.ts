/**
 * Refuses a Host before routing: the router finds the path behind the eleventh character of the URL, so that with
 * `Host: x` it would drop the first segment and send `/v1/secret` where `/secret` was asked for.
 */
export type HostVerdict = "ok" | "malformed" | "foreign";

const hostPattern =
  /^(?:\[[0-9a-fA-F:.]{2,45}\]|[0-9a-zA-Z](?:[0-9a-zA-Z._-]{0,252}[0-9a-zA-Z])?\.?)(?::\d{1,5})?$/;
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** `http://` and a host this short put the path's first slash before the eleventh character. */
const hostCharactersMin = 4;

/**
 * Returns a check of the Host header. With `publicUrl` set, only its host, those of `allowedHosts` and loopback pass.
 */
export function createHostCheck(publicUrl: string | null, allowedHosts: readonly string[]) {
  const known = new Set([...(publicUrl === null ? [] : [new URL(publicUrl).host]), ...allowedHosts]);
  return (request: Request): HostVerdict => {
    const host = request.headers.get("host");
    if (host === null || !hostPattern.test(host) || host.length < hostCharactersMin) return "malformed";
    // No URL comes of a port of 65536, of 999.999.999.999 or of a broken punycode name, though all look like a Host.
    const url = URL.parse(request.url);
    if (url === null || url.host.length < hostCharactersMin) return "malformed";
    const lower = host.toLowerCase();
    const name = lower.replace(/:\d+$/, "");
    if (publicUrl === null || known.has(lower) || known.has(name) || loopbackHost.test(name)) return "ok";
    return "foreign";
  };
}
