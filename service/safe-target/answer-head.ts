import type { IncomingHttpHeaders } from "node:http";

/** How the end of a body is told (RFC 9112, 6.3). */
export type BodyFraming = { kind: "length"; bytes: number } | { kind: "chunked" } | { kind: "until_close" };

export type ParsedHead = {
  status: number;
  headers: IncomingHttpHeaders;
  framing: BodyFraming;
  /** The server says nothing against another request on the same connection. */
  keepsConnection: boolean;
};

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [^\0\r\n]*)?$/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*([^\0\r\n]*?)[\t ]*$/;
const noBody: BodyFraming = { kind: "length", bytes: 0 };

/**
 * Parses the head of an answer, without the empty line at its end. Strict where readers differ and attackers gain from it: a
 * line ends with CRLF, a name with its colon, nothing is folded, and there is one length or chunks, never both.
 * Returns null for anything else. A repeated header is joined with a comma (RFC 9110, 5.3).
 */
export function parseAnswerHead(text: string): ParsedHead | null {
  const [first = "", ...lines] = text.split("\r\n");
  const [, minorVersion, statusText] = statusLine.exec(first) ?? [];
  if (statusText === undefined) return null;
  const status = Number(statusText);
  // Without a prototype: a server names its headers as it likes.
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) return null;
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  const isHttp11 = minorVersion === "1";
  const framing = framingOf(status, headers, isHttp11);
  if (framing === null) return null;
  const connection = headers.connection?.toLowerCase() ?? "";
  const isPersistent = isHttp11 && !/(?:^|[\s,])(?:close|upgrade)(?:$|[\s,])/.test(connection);
  return { status, headers, framing, keepsConnection: isPersistent && framing.kind !== "until_close" };
}

function framingOf(status: number, headers: Record<string, string>, isHttp11: boolean): BodyFraming | null {
  const { "content-length": length, "transfer-encoding": coding } = headers;
  // Two lengths were joined to `1, 2`, which is no number.
  if (length !== undefined && !/^\d{1,15}$/.test(length)) return null;
  if (coding !== undefined && (length !== undefined || !isHttp11 || coding.toLowerCase() !== "chunked"))
    return null;
  // These have no body, whatever they announce: 304 the length that a 200 would have (RFC 9110, 8.6).
  if (status < 200 || status === 204 || status === 304) return noBody;
  if (coding !== undefined) return { kind: "chunked" };
  return length === undefined ? { kind: "until_close" } : { kind: "length", bytes: Number(length) };
}
