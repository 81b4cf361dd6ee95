import { createHash, randomBytes } from "node:crypto";

/** 256 bits: nobody guesses one, so a look-up needs no limit. */
const tokenBytes = 32;
const tokenPattern = /^[0-9A-Za-z_-]{43}$/;

/** A new link's token, and the hash that is stored of it; the token itself is stored nowhere. */
export function createLinkToken(): { token: string; tokenHash: Uint8Array } {
  const token = randomBytes(tokenBytes).toString("base64url");
  return { token, tokenHash: hashLinkToken(token) };
}

/** SHA-256 is enough for a random token: there is nothing to try out. */
export function hashLinkToken(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}

/** Whether a text has the shape of a token; any other needs no look-up. */
export function isLinkToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** `<publicUrl>/approvals/<token>` */
export function approvalUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/approvals/${token}`;
}
