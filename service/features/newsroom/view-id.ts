import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Two bytes say the minute of the UTC day, seven tell the views of that minute apart. */
const minuteBytes = 2;
const randomBytesCount = 7;
const proofBytes = 12;
const idLength = 28;
const dayMs = 86_400_000;
const minuteMs = 60_000;

/**
 * The id of one page view at level L2: its minute and a random part, bound to the release by the salt of the day, so that a
 * beacon can only speak of a view that the service itself delivered, and counts on that view's day.
 */
export function createViewId(salt: Uint8Array, releaseId: number, viewedAt = new Date()): string {
  const minute = Buffer.alloc(minuteBytes);
  minute.writeUInt16BE(Math.floor((viewedAt.getTime() % dayMs) / minuteMs));
  const said = Buffer.concat([minute, randomBytes(randomBytesCount)]);
  return Buffer.concat([said, proofOf(salt, releaseId, said)]).toString("base64url");
}

/** When the view was, to the minute; null unless the id was made for this release under the salt of `day`. */
export function readViewId(
  id: string,
  { salt, day }: { salt: Uint8Array; day: string },
  releaseId: number,
): Date | null {
  if (id.length !== idLength) return null;
  const bytes = Buffer.from(id, "base64url");
  const said = bytes.subarray(0, minuteBytes + randomBytesCount);
  const proof = bytes.subarray(minuteBytes + randomBytesCount);
  if (proof.byteLength !== proofBytes || !timingSafeEqual(proof, proofOf(salt, releaseId, said))) return null;
  return new Date(Date.parse(day) + said.readUInt16BE(0) * minuteMs);
}

function proofOf(salt: Uint8Array, releaseId: number, said: Uint8Array): Buffer {
  return createHmac("sha256", salt)
    .update(`view ${releaseId} `)
    .update(said)
    .digest()
    .subarray(0, proofBytes);
}
