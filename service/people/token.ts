import { createHash, randomBytes } from "node:crypto";

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

function hashOf(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}
