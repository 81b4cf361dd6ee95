import { isRecord } from "../../floor/strings/is-record.ts";

/** A public key as JSON (RFC 7517), with its name (`kid`), the members that its kind needs and no others. */
export type PublicKey = { kty: string } & Record<string, string>;

/** Signatures that are taken: asymmetric ones, so that who can check one can't make one. */
export const signatureAlgorithms = ["EdDSA", "Ed25519", "ES256", "RS256"];

/** A public key as JSON has a few hundred characters; an RSA key of 4,096 bits about 800. */
export const publicKeyCharactersMax = 4_000;
/** Members of a JWK that are secret (RFC 7518, 6.2.2, 6.3.2, 6.4.1). */
const secretMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];
/** Names of keys are hashes or dates. */
const kidCharactersMax = 200;
/** Keys of a set: providers publish two or three, and one for each of their machines at most. */
const setKeysMax = 100;
/** RFC 7518, 3.3. */
const rsaModulusBytesMin = 256;

/** Reads a public key that may sign for a partner, or returns null: unreadable, secret, or of another kind. */
export function parsePublicKey(text: string): PublicKey | null {
  const key = parsed(text);
  if (key === null || secretMembers.some((name) => Object.hasOwn(key, name))) return null;
  return namedKey(key);
}

/**
 * The keys of a set as JSON (RFC 7517, 5) that may sign for a partner; null where it is no set. Only what tells them apart is handed on:
 * the library compares each of a key's operations with each other, at every token, which took seconds for the 36,000 of one key.
 */
export function keysOfSet(set: unknown): { keys: PublicKey[] } | null {
  const keys: unknown = isRecord(set) ? set.keys : null;
  if (!Array.isArray(keys)) return null;
  return { keys: keys.flatMap((key) => signingKey(key) ?? []).slice(0, setKeysMax) };
}

function signingKey(key: unknown): PublicKey | null {
  if (!isRecord(key) || secretMembers.some((name) => Object.hasOwn(key, name))) return null;
  const { use, alg, key_ops: operations } = key;
  const isForSigning = use === undefined || use === "sig";
  const verifies = operations === undefined || (Array.isArray(operations) && operations.includes("verify"));
  const known = isForSigning && verifies ? namedKey(key) : null;
  if (known === null || JSON.stringify(known).length > publicKeyCharactersMax) return null;
  if (alg === undefined) return known;
  return isText(alg) && signatureAlgorithms.includes(alg) ? { ...known, alg } : null;
}

function namedKey(key: Record<string, unknown>): PublicKey | null {
  const known = membersOf(key);
  const { kid } = key;
  return known !== null && isText(kid) && kid.length <= kidCharactersMax ? { ...known, kid } : known;
}

function membersOf(key: Record<string, unknown>): PublicKey | null {
  if (key.kty === "OKP" && key.crv === "Ed25519" && isText(key.x))
    return { kty: "OKP", crv: "Ed25519", x: key.x };
  if (key.kty === "EC" && key.crv === "P-256" && isText(key.x) && isText(key.y))
    return { kty: "EC", crv: "P-256", x: key.x, y: key.y };
  if (key.kty === "RSA" && isText(key.n) && isText(key.e)) {
    const isLongEnough = Buffer.from(key.n, "base64url").length >= rsaModulusBytesMin;
    return isLongEnough ? { kty: "RSA", n: key.n, e: key.e } : null;
  }
  return null;
}

function parsed(text: string): Record<string, unknown> | null {
  if (text.length > publicKeyCharactersMax) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
