import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";

/** Bytes of a day's salt: as long as the hash's output, so that it can't be guessed (RFC 2104, section 3). */
export const visitorSaltBytes = 32;
/** Newsroom and the lengths of address and user agent. */
const headBytes = 16;
/** What one UTF-16 unit takes at most. */
const utf8BytesMax = 3;

/**
 * Pseudonym of a visitor for one day and newsroom: HMAC-SHA-256 cut to 64 bits, signed as PostgreSQL's `bigint` is.
 * Each field carries its length, so that no two different inputs are hashed as the same bytes. IPv4 addresses count the
 * same in their IPv6 form (`::ffff:…`), which depends on the socket that the request came in by.
 * @throws RangeError for a salt of another length or a newsroom id that is no safe integer.
 */
export function visitorId(salt: Uint8Array, newsroomId: number, ip: string, userAgent: string): bigint {
  if (salt.byteLength !== visitorSaltBytes)
    throw new RangeError(`The salt must have ${visitorSaltBytes} bytes.`);
  if (!Number.isSafeInteger(newsroomId)) throw new RangeError("The newsroom id must be a safe integer.");
  const address = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  const input = Buffer.allocUnsafe(headBytes + (address.length + userAgent.length) * utf8BytesMax);
  const addressBytes = input.write(address, headBytes);
  const agentBytes = input.write(userAgent, headBytes + addressBytes);
  input.writeBigInt64BE(BigInt(newsroomId), 0);
  input.writeUInt32BE(addressBytes, 8);
  input.writeUInt32BE(agentBytes, 12);
  const written = input.subarray(0, headBytes + addressBytes + agentBytes);
  return createHmac("sha256", salt).update(written).digest().readBigInt64BE(0);
}
