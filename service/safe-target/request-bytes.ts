import { validateHeaderName, validateHeaderValue } from "node:http";

export type OutgoingRequest = {
  method: "GET" | "POST";
  /** `host`, `connection`, `accept-encoding`, `content-length` and `transfer-encoding` are set here, not by callers. */
  headers?: Readonly<Record<string, string>> | undefined;
  body?: Uint8Array | undefined;
};

const ownHeaders = new Set(["host", "connection", "accept-encoding", "content-length", "transfer-encoding"]);

/**
 * Writes a request as the bytes of HTTP/1.1, head and body in one piece.
 * Throws a TypeError for a header that can't be sent.
 */
export function requestBytes(url: URL, outgoing: OutgoingRequest, keepsConnection: boolean): Uint8Array {
  // Path and query of a parsed URL are ASCII without blanks.
  let head = `${outgoing.method} ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n`;
  for (const [name, value] of Object.entries(outgoing.headers ?? {})) {
    const lowerName = name.toLowerCase();
    if (ownHeaders.has(lowerName)) continue;
    validateHeaderName(name);
    validateHeaderValue(name, value);
    head += `${lowerName}: ${value}\r\n`;
  }
  head += `accept-encoding: identity\r\nconnection: ${keepsConnection ? "keep-alive" : "close"}\r\n`;
  const { body } = outgoing;
  if (body === undefined) return Buffer.from(`${head}\r\n`, "latin1");
  return Buffer.concat([Buffer.from(`${head}content-length: ${body.byteLength}\r\n\r\n`, "latin1"), body]);
}
