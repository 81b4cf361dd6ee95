import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";

/** Bytes of a day's salt: as long as the hash's output, so that it can't be guessed (RFC 2104, section 3). */
export const visitorSaltBytes = 32;

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
  const address = Buffer.from(ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, ""), "utf8");
  const agent = Buffer.from(userAgent, "utf8");
  const head = Buffer.alloc(16);
  head.writeBigInt64BE(BigInt(newsroomId), 0);
  head.writeUInt32BE(address.byteLength, 8);
  head.writeUInt32BE(agent.byteLength, 12);
  const input = Buffer.concat([head, address, agent]);
  return createHmac("sha256", salt).update(input).digest().readBigInt64BE(0);
}
