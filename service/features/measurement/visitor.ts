import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { boundedCache, type Cached } from "../../floor/limits/bounded-cache.ts";

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
  // One buffer of the exact size is faster than joining three.
  const input = Buffer.alloc(headBytes + addressBytes + agentBytes);
  input.writeBigInt64BE(BigInt(newsroomId), 0);
  input.writeUInt32BE(addressBytes, 8);
  input.writeUInt32BE(agentBytes, 12);
  input.write(address, headBytes);
  input.write(userAgent, headBytes + addressBytes);
  return createHmac("sha256", salt).update(input).digest().readBigInt64BE(0);
}

/**
 * Pseudonym of the network that a request came from, for one day and newsroom, in digits. Callers give an IPv6 address as
 * its /64. The text never begins like the input of `visitorId`, which starts with a zero byte.
 */
export function addressId(salt: Uint8Array, newsroomId: number, network: string): string {
  return pseudonym(salt, `address ${newsroomId} ${network}`).readBigInt64BE(0).toString();
}

/** User agents remembered with their pseudonym, 4 MB at most: browsers of one version send the same one. */
const knownAgentsMax = 4_096;
const agentLengthMax = 1_024;
const agentsBySalt = new WeakMap<Uint8Array, Cached<number>>();

/** Pseudonym of a user agent for one day, 32 bits, signed: it tells the few of one address apart. */
export function agentId(salt: Uint8Array, userAgent: string): number {
  const known = agentsBySalt.get(salt);
  const agents =
    known ?? boundedCache(knownAgentsMax, (agent) => pseudonym(salt, `agent ${agent}`).readInt32BE(0));
  if (known === undefined) agentsBySalt.set(salt, agents);
  return agents(userAgent.slice(0, agentLengthMax));
}

function pseudonym(salt: Uint8Array, text: string): Buffer {
  return createHmac("sha256", salt).update(text).digest();
}
