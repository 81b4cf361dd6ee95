import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { CheckedTarget } from "./check-target.ts";

export type OutgoingRequest = {
  method: "GET" | "POST";
  /** `host`, `connection`, `accept-encoding`, `content-length` and `transfer-encoding` are set here, not by callers. */
  headers?: Readonly<Record<string, string>> | undefined;
  body?: Uint8Array | undefined;
  /** PEM of the authorities to trust instead of the system's; for development and tests. */
  ca?: string | undefined;
};

/** The default of Node, and above what large servers send. */
const answerHeaderBytesMax = 16 * 1_024;

/**
 * Makes a request that connects to the checked address and writes nothing until `end` is called.
 * Name, SNI, certificate check and Host header are those of the URL; no proxy, and no connection kept or shared.
 * Throws a TypeError when a header can't be sent.
 *
 * Measured on Bun 1.4.5 and Node 20.20:
 * - `lookup` is honoured by node:http and node:https, and not called for an address literal.
 * - With NODE_USE_ENV_PROXY set, Bun's global agent goes to the proxy of the environment; an agent of our own doesn't.
 * - NODE_TLS_REJECT_UNAUTHORIZED=0 turns the certificate check off unless `rejectUnauthorized` is given.
 */
export function openRequest(target: CheckedTarget, outgoing: OutgoingRequest): ClientRequest {
  const { url } = target;
  const hostName = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const options = {
    method: outgoing.method,
    hostname: hostName,
    path: url.pathname + url.search,
    lookup: pinnedLookup(target),
    // One candidate: no race between address families, which has time limits of its own.
    autoSelectFamily: false,
    headers: requestHeaders(url, outgoing),
    maxHeaderSize: answerHeaderBytesMax,
    insecureHTTPParser: false,
  };
  if (url.protocol === "http:") {
    return httpRequest({ ...options, port: url.port || 80, agent: new HttpAgent({ keepAlive: false }) });
  }
  return httpsRequest({
    ...options,
    port: url.port || 443,
    // A resumed session is not checked against the name again, so none is kept.
    agent: new HttpsAgent({ keepAlive: false, maxCachedSessions: 0 }),
    // An address is not to be sent in SNI (RFC 6066); the certificate is then checked against the address.
    servername: isIP(hostName) === 0 ? hostName : "",
    rejectUnauthorized: true,
    minVersion: "TLSv1.2",
    ...(outgoing.ca === undefined ? {} : { ca: outgoing.ca }),
  });
}

/** Node asks with `all` for a list and without it for one address; both get the one that was checked. */
function pinnedLookup({ address, family }: CheckedTarget): LookupFunction {
  return (_hostName, options, callback) => {
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}

function requestHeaders(url: URL, outgoing: OutgoingRequest): Record<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(outgoing.headers ?? {})) headers.set(name.toLowerCase(), value);
  headers.delete("transfer-encoding");
  headers.delete("content-length");
  headers.set("host", url.host);
  headers.set("connection", "close");
  headers.set("accept-encoding", "identity");
  if (outgoing.body !== undefined) headers.set("content-length", String(outgoing.body.byteLength));
  return Object.fromEntries(headers);
}
