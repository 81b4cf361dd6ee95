import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { type Component, readSignature } from "./signature-input.ts";

/** Clocks of two machines differ by this much at most, in seconds. */
const clockSkewSeconds = 60;
/** Longest life of a signature, in seconds: the drafts advise a day at most, and a longer one could be replayed for longer. */
const lifeSecondsMax = 86_400;

/** Keys of operators by host, then by key id (the thumbprint of RFC 7638). */
export type SignatureKeys = ReadonlyMap<string, ReadonlyMap<string, KeyObject>>;

/** A file of keys: what each operator's directory holds, with the day on which it was read. */
export type SignatureKeyFile = readonly {
  host: string;
  source: string;
  date: string;
  keys: readonly { kty: string; crv: string; x: string }[];
}[];

/** The request as the signer saw it. */
export type SignedRequest = {
  header: (name: string) => string | null;
  method: string;
  url: string;
  nowMs: number;
};

/** @throws TypeError where a key is no Ed25519 key. */
export function readSignatureKeys(file: SignatureKeyFile): SignatureKeys {
  return new Map(
    file.map(({ host, keys }) => [
      host,
      new Map(keys.map(({ kty, crv, x }) => [thumbprint(x), readKey(host, { kty, crv, x })])),
    ]),
  );
}

/**
 * Checks the request's Web Bot Auth signature (RFC 9421 with Ed25519) with the keys of `host`. `unverified`: there is no
 * signature, no key of that id, or it covers something that can't be known here; it proves nothing. `invalid`: it is another's,
 * has run out, or doesn't cover the host and the name of the agent.
 */
export function verifySignature(
  keys: SignatureKeys,
  host: string,
  request: SignedRequest,
): "verified" | "unverified" | "invalid" {
  const known = keys.get(host);
  if (known === undefined) return "unverified";
  const signature = readSignature(request.header("signature-input"), request.header("signature"));
  const key = signature === null ? undefined : known.get(signature.keyId);
  if (signature === null || key === undefined) return "unverified";
  const { components, createdSeconds, expiresSeconds, parameters, bytes } = signature;
  const nowSeconds = request.nowMs / 1000;
  const isInTime =
    createdSeconds <= nowSeconds + clockSkewSeconds &&
    expiresSeconds >= nowSeconds - clockSkewSeconds &&
    expiresSeconds - createdSeconds <= lifeSecondsMax;
  const covers = (name: string) => components.some((component) => component.name === name);
  if (!isInTime || !covers("@authority") || !covers("signature-agent")) return "invalid";
  const lines: string[] = [];
  for (const component of components) {
    const value = componentValue(component, request);
    if (value === null) return "unverified";
    lines.push(`"${component.name}"${component.key === null ? "" : `;key="${component.key}"`}: ${value}`);
  }
  const base = [...lines, `"@signature-params": ${parameters}`].join("\n");
  return verify(null, Buffer.from(base), key, bytes) ? "verified" : "invalid";
}

function componentValue({ name, key }: Component, { header, method, url }: SignedRequest): string | null {
  if (name === "@authority") return (header("host") ?? "").toLowerCase().replace(/:(?:80|443)$/, "");
  if (name === "@method") return method;
  if (name === "@path") return new URL(url).pathname;
  if (name === "@query") return new URL(url).search || "?";
  if (name.startsWith("@")) return null;
  const value = header(name)?.trim() ?? null;
  if (key === null || value === null) return value;
  return memberOf(value, key);
}

/** The member of a dictionary header, as it was written. */
function memberOf(value: string, key: string): string | null {
  for (const part of value.split(",")) {
    const [name, ...rest] = part.trim().split("=");
    if (name === key) return rest.join("=");
  }
  return null;
}

function thumbprint(x: string): string {
  return createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");
}

function readKey(host: string, key: { kty: string; crv: string; x: string }): KeyObject {
  if (key.kty !== "OKP" || key.crv !== "Ed25519")
    throw new TypeError(`Signature keys: ${host} has a key that is not Ed25519.`);
  return createPublicKey({ format: "jwk", key });
}
