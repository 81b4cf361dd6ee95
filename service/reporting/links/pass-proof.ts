import { createHash, timingSafeEqual } from "node:crypto";
import type { FoundLink } from "./schema.ts";

/**
 * What a browser that gave the password shows from then on. Only who knows the stored hash can compute it, so it needs no
 * row of its own, and it ends with the link.
 */
export function passProof({ tokenHash, passwordKey }: FoundLink): string {
  return createHash("sha256")
    .update("report-link")
    .update(tokenHash)
    .update(passwordKey ?? "")
    .digest("base64url");
}

/** Whether a browser has given the password; a link without one wants none. */
export function isProofRight(link: FoundLink, proof: string | null): boolean {
  if (link.passwordHash === null) return true;
  const [wanted, given] = [Buffer.from(passProof(link)), Buffer.from(proof ?? "")];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
