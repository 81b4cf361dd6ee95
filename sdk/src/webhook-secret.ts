/** `svc_whsec_…` as the service shows it, or `whsec_…` as the Standard Webhooks libraries take it. */
const secretShape = /^(?:svc_)?whsec_([A-Za-z0-9+/]+={0,2})$/;
/** Bytes of a Standard Webhooks secret. */
const secretBytesMin = 24;
const secretBytesMax = 64;

/** The key bytes of a signing secret, or null where the text is none. */
export function decodeWebhookSecret(secret: string): Uint8Array | null {
  const encoded = secretShape.exec(secret)?.[1];
  const bytes = encoded === undefined ? null : decodeBase64(encoded);
  return bytes && bytes.length >= secretBytesMin && bytes.length <= secretBytesMax ? bytes : null;
}

/** Bytes of padded base64; null for every other spelling, because one signature must have one spelling. */
export function decodeBase64(text: string): Uint8Array | null {
  try {
    const binary = atob(text);
    // `atob` forgives missing padding, spaces and stray trailing bits; `btoa` writes the one right form.
    return btoa(binary) === text ? Uint8Array.from(binary, (char) => char.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

export function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
