import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { FoundLink } from "./schema.ts";

/** 16 MB and some 50 ms for each try: with the bounds on tries nobody guesses a password that is no common one. */
const cost = { N: 16_384, r: 8, p: 1 };
const hashBytes = 32;
const saltBytes = 16;

/** A password as it is kept. */
export async function hashPassword(password: string): Promise<{ salt: Uint8Array; hash: Uint8Array }> {
  const salt = randomBytes(saltBytes);
  return { salt, hash: await derive(password, salt) };
}

/** Whether this is the link's password; a link without one takes any. */
export async function isPasswordRight(link: FoundLink, password: string): Promise<boolean> {
  if (link.passwordHash === null || link.passwordSalt === null) return true;
  return timingSafeEqual(await derive(password, link.passwordSalt), link.passwordHash);
}

/**
 * What a browser that gave the password shows from then on. Only who knows the stored hash can compute it, so it needs no
 * row of its own, and it ends with the link.
 */
export function passProof({ tokenHash, passwordHash }: FoundLink): string {
  return createHash("sha256")
    .update("report-link")
    .update(tokenHash)
    .update(passwordHash ?? "")
    .digest("base64url");
}

/** Whether a browser has given the password. */
export function isProofRight(link: FoundLink, proof: string | null): boolean {
  if (link.passwordHash === null) return true;
  const [wanted, given] = [Buffer.from(passProof(link)), Buffer.from(proof ?? "")];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

function derive(password: string, salt: Uint8Array): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  // Node says null where there is no error, Bun undefined.
  scrypt(password.normalize("NFC"), salt, hashBytes, cost, (error, hash) =>
    error instanceof Error ? reject(error) : resolve(hash),
  );
  return promise;
}
