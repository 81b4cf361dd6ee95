import { type SecretCipher, SecretCipherError } from "../../floor/secrets/secret-cipher.ts";

/** Somebody who types a password at a provider, or looks for a key. */
export const attemptMinutes = 10;

type Sealed<T> = { value: T; expiresAtMs: number };

/** What a browser keeps between the two halves of a sign-in, unreadable and unalterable for it. */
export function sealAttempt<T>(secrets: SecretCipher, purpose: string, value: T): string {
  const sealed: Sealed<T> = { value, expiresAtMs: Date.now() + attemptMinutes * 60_000 };
  return Buffer.from(secrets.encrypt(JSON.stringify(sealed), purpose)).toString("base64url");
}

/** Opens what `sealAttempt` made for the same purpose; null for anything else, and for what has expired. */
export function openAttempt<T>(
  secrets: SecretCipher,
  purpose: string,
  text: string,
): { value: T; expiresAt: Date } | null {
  try {
    const opened: Sealed<T> = JSON.parse(secrets.decrypt(Buffer.from(text, "base64url"), purpose));
    return opened.expiresAtMs > Date.now()
      ? { value: opened.value, expiresAt: new Date(opened.expiresAtMs) }
      : null;
  } catch (error) {
    if (error instanceof SecretCipherError) return null;
    throw error;
  }
}
