import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";

/** Bytes of a day's salt: as long as the hash's output, so that it can't be guessed (RFC 2104, section 3). */
export const visitorSaltBytes = 32;
/** Newsroom and the lengths of address and user agent. */
const headBytes = 16;

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
  const addressBytes = Buffer.byteLength(address);
  const agentBytes = Buffer.byteLength(userAgent);
  // One piece of the exact size: joining three took a third longer.
  const input = Buffer.alloc(headBytes + addressBytes + agentBytes);
  input.writeBigInt64BE(BigInt(newsroomId), 0);
  input.writeUInt32BE(addressBytes, 8);
  input.writeUInt32BE(agentBytes, 12);
  input.write(address, headBytes);
  input.write(userAgent, headBytes + addressBytes);
  return createHmac("sha256", salt).update(input).digest().readBigInt64BE(0);
}
