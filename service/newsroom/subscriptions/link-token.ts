import { timingSafeEqual } from "node:crypto";
import { parse as parseUuid, stringify as uuidText } from "uuid";
import type { SecretCipher } from "../../secrets/secret-cipher.ts";

/** What a link in a mail allows. A link to confirm can't be used to see or end anything. */
export type LinkPurpose = "confirm" | "leave" | "data";
export type SubscriptionRef = { agencyId: number; id: string };

const idBytes = 4 + 16;
/** 128 bits: nobody guesses one, and links stay short enough for a line of a mail. */
const signatureBytes = 16;
const tokenPattern = /^[0-9A-Za-z_-]{48}$/;

/** The signed end of a link: it names its subscription, and nothing has to be stored to know it again. */
export function signLink(
  secrets: SecretCipher,
  purpose: LinkPurpose,
  { agencyId, id }: SubscriptionRef,
): string {
  const named = Buffer.alloc(idBytes);
  named.writeInt32BE(agencyId);
  named.set(parseUuid(id), 4);
  return Buffer.concat([named, signatureOf(secrets, purpose, named)]).toString("base64url");
}

/** The subscription that a link names, or null for one that we did not sign for this purpose. */
export function readLink(secrets: SecretCipher, purpose: LinkPurpose, token: string): SubscriptionRef | null {
  if (!tokenPattern.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const named = bytes.subarray(0, idBytes);
  if (!timingSafeEqual(bytes.subarray(idBytes), signatureOf(secrets, purpose, named))) return null;
  return { agencyId: named.readInt32BE(), id: uuidText(named.subarray(4)) };
}

function signatureOf(secrets: SecretCipher, purpose: LinkPurpose, named: Buffer): Uint8Array {
  return secrets
    .fingerprint(named.toString("hex"), `subscription-link:${purpose}`)
    .subarray(0, signatureBytes);
}
