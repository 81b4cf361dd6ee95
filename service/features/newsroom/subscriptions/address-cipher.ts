import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";

/** The keyed hash by which an agency's subscriber is found. Capitals make no other person. */
export function hashAddress(secrets: SecretCipher, agencyId: number, address: string): Uint8Array {
  return secrets.fingerprint(address.toLowerCase(), `subscriber:${agencyId}`);
}

export function encryptAddress(
  secrets: SecretCipher,
  subscription: { agencyId: number; id: string },
  address: string,
): Uint8Array {
  return secrets.encrypt(address, purposeOf(subscription));
}

export function decryptAddress(
  secrets: SecretCipher,
  subscription: { agencyId: number; id: string },
  encrypted: Uint8Array,
): string {
  return secrets.decrypt(encrypted, purposeOf(subscription));
}

function purposeOf({ agencyId, id }: { agencyId: number; id: string }): string {
  return `newsroom_subscription:${agencyId}:${id}`;
}
