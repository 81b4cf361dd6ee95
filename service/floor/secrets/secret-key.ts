/** Bytes of an AES-256 key. */
export const secretKeyBytes = 32;

/** Reads a key written as 64 hex digits or as padded base64 of 32 bytes; null for any other text. */
export function parseSecretKey(text: string): Uint8Array | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return new Uint8Array(Buffer.from(text, "hex"));
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) return null;
  const bytes = new Uint8Array(Buffer.from(text, "base64"));
  return bytes.length === secretKeyBytes ? bytes : null;
}
