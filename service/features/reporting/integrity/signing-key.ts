import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { parseSecretKey } from "../../../floor/secrets/secret-key.ts";

/** A public key as it is served (RFC 8037). */
export type PublicJwk = { kty: "OKP"; crv: "Ed25519"; x: string; kid: string; use: "sig"; alg: "EdDSA" };

/** The keys of a key file: one that signs, and all public ones that signed before, the newest first. */
export type KeyRing = {
  current: { id: string; privateKey: KeyObject };
  publicKeys: ReadonlyMap<string, { key: KeyObject; jwk: PublicJwk }>;
};

/** DER of a PKCS #8 Ed25519 key up to its 32 bytes (RFC 8410, section 7). */
const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");

const pemBlock = /-----BEGIN (PRIVATE|PUBLIC) KEY-----[^-]+-----END \1 KEY-----/g;

/**
 * Reads a key file: one `PRIVATE KEY` (Ed25519) as PEM, or its 32 bytes as 64 hex digits or base64, and the `PUBLIC KEY`s of older ones.
 * Null for anything else.
 */
export function parseKeyFile(text: string): KeyRing | null {
  try {
    const blocks = pemBlocks(text);
    const seed = parseSecretKey(text.replaceAll(pemBlock, "").trim());
    const [pem, second] = [...blocks.private, ...(seed === null ? [] : [pemOfSeed(seed)])];
    if (pem === undefined || second !== undefined) return null;
    const privateKey = createPrivateKey(pem);
    const keys = [createPublicKey(privateKey), ...blocks.public.map((each) => createPublicKey(each))];
    if (keys.some((key) => key.asymmetricKeyType !== "ed25519")) return null;
    const entries = keys.map((key) => ({ key, jwk: toJwk(key) }));
    const publicKeys = new Map(entries.map((entry) => [entry.jwk.kid, entry]));
    const [current] = entries;
    return current === undefined ? null : { current: { id: current.jwk.kid, privateKey }, publicKeys };
  } catch {
    return null;
  }
}

/** The text of a key file with a new key; `before` gives the public keys that stay. */
export function newKeyFile(before: KeyRing | null): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  const kept = [...(before?.publicKeys.values() ?? [])].map(({ key }) => publicPem(key));
  return [String(privateKey.export({ type: "pkcs8", format: "pem" })), ...kept].join("");
}

function publicPem(key: KeyObject): string {
  return String(key.export({ type: "spki", format: "pem" }));
}

/** The PEM of a public key by its 32 bytes in base64url. */
export function pemOfPublicKey(x: string): string {
  return publicPem(createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }));
}

function pemBlocks(text: string): { private: string[]; public: string[] } {
  const all = text.match(pemBlock) ?? [];
  return {
    private: all.filter((block) => block.startsWith("-----BEGIN PRIVATE")),
    public: all.filter((block) => block.startsWith("-----BEGIN PUBLIC")),
  };
}

function pemOfSeed(seed: Uint8Array): string {
  const body = Buffer.concat([pkcs8Head, seed]).toString("base64");
  return `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`;
}

/** `kid` is the key's thumbprint (RFC 7638), which anybody can compute of a key to find the one that it names. */
function toJwk(key: KeyObject): PublicJwk {
  const { x = "" } = key.export({ format: "jwk" });
  const kid = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");
  return { kty: "OKP", crv: "Ed25519", x, kid, use: "sig", alg: "EdDSA" };
}
