/**
 * The little of PostgreSQL's frontend/backend protocol 3.0 that sharing one backend among connections needs.
 * Source: PostgreSQL documentation, chapter "Frontend/Backend Protocol", section "Message Formats".
 */

const protocolVersion3 = 196608;
const sslRequest = 80877103;
const gssEncryptionRequest = 80877104;
const headerBytes = 5;
/** Larger than any statement we send; a length beyond it is a broken or hostile client. */
const messageBytesMax = 64 * 1024 * 1024;

export type FrontendMessage =
  | { kind: "encryption-request"; bytes: Uint8Array }
  | { kind: "startup"; bytes: Uint8Array }
  | { kind: "other-first"; bytes: Uint8Array }
  | { kind: "typed"; type: string; bytes: Uint8Array };

/** Takes the first complete message off `buffer`, or returns null when more bytes are needed. */
export function takeMessage(
  buffer: Uint8Array,
  isStarted: boolean,
): { message: FrontendMessage; rest: Uint8Array } | null {
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  const lengthAt = isStarted ? 1 : 0;
  if (buffer.byteLength < lengthAt + 4) return null;
  const totalBytes = lengthAt + view.getUint32(lengthAt);
  if (totalBytes > messageBytesMax) throw new RangeError(`A message of ${totalBytes} bytes was announced.`);
  if (buffer.byteLength < Math.max(totalBytes, headerBytes)) return null;
  const bytes = buffer.subarray(0, totalBytes);
  const rest = buffer.subarray(totalBytes);
  if (isStarted)
    return { message: { kind: "typed", type: String.fromCharCode(buffer[0] ?? 0), bytes }, rest };
  const code = totalBytes >= 8 ? view.getUint32(4) : 0;
  if (code === sslRequest || code === gssEncryptionRequest)
    return { message: { kind: "encryption-request", bytes }, rest };
  return { message: { kind: code === protocolVersion3 ? "startup" : "other-first", bytes }, rest };
}

/** True for the messages after which the backend answers: simple query, Sync, Flush, function call, end of COPY. */
export function asksForAnswer(type: string): boolean {
  return type === "Q" || type === "S" || type === "H" || type === "F" || type === "c" || type === "f";
}

/** The name of a prepared statement in a Parse message; empty for the unnamed one. */
export function preparedStatementName(parse: Uint8Array): string {
  const end = parse.indexOf(0, headerBytes);
  return new TextDecoder().decode(parse.subarray(headerBytes, end));
}

export function syncMessage(): Uint8Array {
  return encode("S", new Uint8Array(0));
}

export function queryMessage(sql: string): Uint8Array {
  return encode("Q", new TextEncoder().encode(`${sql}\0`));
}

export function closeStatementMessage(name: string): Uint8Array {
  return encode("C", new TextEncoder().encode(`S${name}\0`));
}

export function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const first = parts[0];
  if (parts.length === 1 && first !== undefined) return first;
  return Buffer.concat(parts);
}

function encode(type: string, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(headerBytes + payload.byteLength);
  bytes[0] = type.charCodeAt(0);
  new DataView(bytes.buffer).setUint32(1, payload.byteLength + 4);
  bytes.set(payload, headerBytes);
  return bytes;
}
