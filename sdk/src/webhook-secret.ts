/** `svc_whsec_…` as the service shows it, or `whsec_…` as the Standard Webhooks libraries take it. */
const secretShape = /^(?:svc_)?whsec_(.+)$/;
/** Bytes of a Standard Webhooks secret. */
const secretBytesMin = 24;
const secretBytesMax = 64;

/** The key bytes of a signing secret, or null where the text is none. */
export function decodeWebhookSecret(secret: string): Uint8Array | null {
  const bytes = decodeBase64(secretShape.exec(secret)?.[1] ?? "");
  return bytes.length >= secretBytesMin && bytes.length <= secretBytesMax ? bytes : null;
}

/** The bytes of padded base64; none for every other spelling, because one signature must have one spelling. */
export function decodeBase64(text: string): Uint8Array {
  try {
    const binary = atob(text);
    // `atob` forgives missing padding, spaces and stray trailing bits; `btoa` writes the one right form.
    if (btoa(binary) === text) return Uint8Array.from(binary, (char) => char.charCodeAt(0));
  } catch {
    // A character that base64 does not have.
  }
  return new Uint8Array();
}

export function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
