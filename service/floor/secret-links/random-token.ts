import { createHash, randomBytes } from "node:crypto";
import type { Queryable } from "../db/open.ts";
import { atAddress, hexOf, type PublicAddress, takeAddress } from "../db/public-address.ts";

/** 256 bits: nobody guesses one, so a look-up needs no limit. */
const tokenBytes = 32;
const tokenPattern = /^[0-9A-Za-z_-]{43}$/;

/** A token for a session or a link, and the hash that is stored of it; the token itself is stored nowhere. */
export function createToken(): { token: string; tokenHash: Uint8Array } {
  const token = randomBytes(tokenBytes).toString("base64url");
  return { token, tokenHash: hashOf(token) };
}

/** The hash of a token, by which it is looked up; null for a text that can't be one. */
export function hashToken(text: string): Uint8Array | null {
  return tokenPattern.test(text) ? hashOf(text) : null;
}

/** Notes whose link this is, in the transaction that stores it: only the token says which agency is meant. */
export async function takeTokenAddress(
  sql: Queryable,
  agencyId: number,
  { kind, tokenHash }: { kind: PublicAddress["kind"]; tokenHash: Uint8Array },
): Promise<void> {
  await takeAddress(sql, agencyId, { kind, address: hexOf(tokenHash), clientId: null });
}

/** What `find` finds in the agency that has a link of this kind with this token; null where nobody has. */
export async function findByToken<Found>(
  sql: Queryable,
  { kind, token }: { kind: PublicAddress["kind"]; token: string },
  find: (agencyId: number, tokenHash: Uint8Array) => Promise<Found | null>,
): Promise<Found | null> {
  const tokenHash = hashToken(token);
  if (tokenHash === null) return null;
  return await atAddress(sql, { kind, address: hexOf(tokenHash) }, (agencyId) => find(agencyId, tokenHash));
}

/** The same of a signed token, where a table wants the hash of each link. */
export function hashLinkText(token: string): Uint8Array {
  return hashOf(token);
}

/** SHA-256 is enough for a random token: there is nothing to try out. */
function hashOf(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}
