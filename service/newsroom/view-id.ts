import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const randomBytesCount = 9;
const proofBytes = 12;
const idLength = 28;

/**
 * The id of one page view at level L2: random, and bound to its release by the salt of the day, so that a beacon can
 * only speak of a view that the service itself delivered on the same UTC day; a view across midnight loses its last beacon.
 */
export function createViewId(salt: Uint8Array, releaseId: number): string {
  const random = randomBytes(randomBytesCount);
  return Buffer.concat([random, proofOf(salt, releaseId, random)]).toString("base64url");
}

/** True when the id was made for this release under this salt. */
export function isOwnViewId(id: string, salt: Uint8Array, releaseId: number): boolean {
  if (id.length !== idLength) return false;
  const bytes = Buffer.from(id, "base64url");
  const proof = bytes.subarray(randomBytesCount);
  if (proof.byteLength !== proofBytes) return false;
  return timingSafeEqual(proof, proofOf(salt, releaseId, bytes.subarray(0, randomBytesCount)));
}

function proofOf(salt: Uint8Array, releaseId: number, random: Uint8Array): Buffer {
  return createHmac("sha256", salt)
    .update(`view ${releaseId} `)
    .update(random)
    .digest()
    .subarray(0, proofBytes);
}
