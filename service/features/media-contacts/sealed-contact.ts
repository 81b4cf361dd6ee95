import { stringify } from "uuid";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";

type ContactRef = { agencyId: number; id: string };
type SealedPart = "email" | "phone" | "notes";

/**
 * The keyed hash by which an address is known again, as a UUID (RFC 9562, version 8): links to object are signed over it, so that they
 * work when the contact is gone. Of its 122 bits nobody finds an address that has the same. Capitals make no other person.
 */
export function addressKey(secrets: SecretCipher, agencyId: number, email: string): string {
  const bytes = secrets.fingerprint(email.toLowerCase(), `media_contact:${agencyId}`).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return stringify(bytes);
}

export function sealPart(
  secrets: SecretCipher,
  contact: ContactRef,
  part: SealedPart,
  text: string,
): Uint8Array;
export function sealPart(
  secrets: SecretCipher,
  contact: ContactRef,
  part: SealedPart,
  text: string | null,
): Uint8Array | null;
export function sealPart(
  secrets: SecretCipher,
  contact: ContactRef,
  part: SealedPart,
  text: string | null,
): Uint8Array | null {
  return text === null ? null : secrets.encrypt(text, purposeOf(contact, part));
}

export function openPart(
  secrets: SecretCipher,
  contact: ContactRef,
  part: SealedPart,
  sealed: Uint8Array | null,
): string | null {
  return sealed === null ? null : secrets.decrypt(sealed, purposeOf(contact, part));
}

function purposeOf({ agencyId, id }: ContactRef, part: SealedPart): string {
  return `media_contact:${agencyId}:${id}:${part}`;
}
