import { isRecord } from "./is-record.ts";

/** A public key as `/.well-known/pr-service-keys.json` serves it (RFC 8037). */
export type ReportKey = { kty: string; crv: string; x: string; kid: string };
/** The JWK set as served, or its list. An empty one accepts nothing. */
export type ReportKeys = { readonly keys: readonly ReportKey[] } | readonly ReportKey[];

export type SignatureFault = "unknown_key" | "signature_wrong";

/** Says what is wrong with a signature over a chain hash, or null. `keyId` null: any of the keys may have signed. */
export type CheckSignature = (
  keyId: unknown,
  chainHash: unknown,
  signature: unknown,
) => Promise<SignatureFault | null>;

/** Reads the keys once; what is no Ed25519 key is left out. */
export function signatureCheckOf(keys: ReportKeys): CheckSignature {
  const list: unknown = isRecord(keys) ? keys.keys : keys;
  const imported = new Map<unknown, Promise<CryptoKey>>();
  for (const key of Array.isArray(list) ? list : []) {
    if (!isRecord(key) || key.kty !== "OKP" || key.crv !== "Ed25519") continue;
    const bytes = fromBase64Url(key.x, 43);
    if (bytes !== null)
      imported.set(key.kid, crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]));
  }
  return async (keyId, chainHash, signature) => {
    const candidates = [...imported].filter(([id]) => keyId === null || id === keyId);
    if (candidates.length === 0) return "unknown_key";
    const signed = fromBase64Url(signature, 86);
    if (signed === null || typeof chainHash !== "string") return "signature_wrong";
    const bytes = new TextEncoder().encode(chainHash);
    for (const [, key] of candidates) {
      if (await crypto.subtle.verify("Ed25519", await key, signed, bytes)) return null;
    }
    return "signature_wrong";
  };
}

function fromBase64Url(text: unknown, characters: number): Uint8Array<ArrayBuffer> | null {
  if (typeof text !== "string" || text.length !== characters || !/^[\w-]+$/.test(text)) return null;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
