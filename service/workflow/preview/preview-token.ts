import { timingSafeEqual } from "node:crypto";
import { parse as parseUuid, stringify as stringifyUuid } from "uuid";
import type { SecretCipher } from "../../secrets/secret-cipher.ts";

export type PreviewLink = { agencyId: number; draftId: string; expiresAt: Date };

const payloadBytes = 4 + 16 + 4;
const signatureBytes = 32;
const tokenPattern = /^[\w-]{75}$/;
/** Tells these signatures from all others of the same key. */
const place = "draft-preview";

/** What the link of a preview carries: agency, draft and end, signed. Nothing of it is stored. */
export function createPreviewToken(
  secrets: SecretCipher,
  { agencyId, draftId, expiresAt }: PreviewLink,
): string {
  const payload = Buffer.alloc(payloadBytes);
  payload.writeUInt32BE(agencyId, 0);
  payload.set(parseUuid(draftId), 4);
  payload.writeUInt32BE(Math.floor(expiresAt.getTime() / 1000), 20);
  return Buffer.concat([payload, signatureOf(secrets, payload)]).toString("base64url");
}

/** What a token says, expired or not; null for one that we did not sign. */
export function readPreviewToken(secrets: SecretCipher, token: string): PreviewLink | null {
  if (!tokenPattern.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== payloadBytes + signatureBytes) return null;
  const payload = bytes.subarray(0, payloadBytes);
  if (!timingSafeEqual(bytes.subarray(payloadBytes), signatureOf(secrets, payload))) return null;
  return {
    agencyId: payload.readUInt32BE(0),
    draftId: stringifyUuid(payload, 4),
    expiresAt: new Date(payload.readUInt32BE(20) * 1000),
  };
}

function signatureOf(secrets: SecretCipher, payload: Buffer): Buffer {
  return Buffer.from(secrets.fingerprint(payload.toString("base64url"), place));
}
