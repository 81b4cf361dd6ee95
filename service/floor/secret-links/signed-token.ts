import { timingSafeEqual } from "node:crypto";
import { parse as parseUuid, stringify as uuidText } from "uuid";
import type { SecretCipher } from "../secrets/secret-cipher.ts";

/** What a kind of token looks like. Links of it lie in mails, so none of this may change. */
export type TokenKind = {
  /** Tells these signatures from all others under the same key. */
  purpose: string;
  /** Whether a token says when it ends. */
  hasEnd: boolean;
  /** 16 keep anybody from guessing one. 8 are enough where a guess opens nothing. */
  signatureBytes: 8 | 16 | 32;
  /** How the bytes that a token says are written when they are signed. */
  signedAs: "hex" | "base64url";
};

/** What a token says: a row of an agency, and when it ends, in whole seconds. */
export type Said = { agencyId: number; id: string; expiresAt: Date | null };

const rowBytes = 4 + 16;
const endBytes = 4;
const untilPattern = /^(\d{10})\.([0-9a-f]{64}|[\w-]{43})$/;

/** A token that says which row it opens. It is signed, and nothing is stored to know it again. */
export function signToken(secrets: SecretCipher, kind: TokenKind, { agencyId, id, expiresAt }: Said): string {
  const said = Buffer.alloc(saidBytes(kind));
  said.writeUInt32BE(agencyId);
  said.set(parseUuid(id), 4);
  if (kind.hasEnd) said.writeUInt32BE(Math.floor((expiresAt?.getTime() ?? 0) / 1000), rowBytes);
  return Buffer.concat([said, signatureOf(secrets, kind, said)]).toString("base64url");
}

/** What a token says, whether its end is past or not; null for one that we did not sign for this purpose. */
export function readToken(secrets: SecretCipher, kind: TokenKind, token: string): Said | null {
  const bytes = Buffer.from(token, "base64url");
  // Each token has one spelling.
  if (bytes.length !== saidBytes(kind) + kind.signatureBytes || bytes.toString("base64url") !== token)
    return null;
  const said = bytes.subarray(0, saidBytes(kind));
  if (!timingSafeEqual(bytes.subarray(said.length), signatureOf(secrets, kind, said))) return null;
  const expiresAt = kind.hasEnd ? new Date(said.readUInt32BE(rowBytes) * 1000) : null;
  return { agencyId: said.readUInt32BE(), id: uuidText(said, 4), expiresAt };
}

/** What a token opens that says only its end: whoever reads it knows `facts` without it. */
export type Opened = { purpose: string; facts: readonly (string | number)[] };

/** `<end in seconds>.<signature>`: opens something until then. */
export function signUntil(secrets: SecretCipher, opened: Opened, until: number): string {
  return `${until}.${untilSignature(secrets, opened, until).toString("base64url")}`;
}

/** Seconds for which such a token still opens it; 0 where it is over or was made for something else. */
export function secondsLeft(
  secrets: SecretCipher,
  opened: Opened,
  { token, now }: { token: string; now: Date },
): number {
  const [, until = "", signature = ""] = untilPattern.exec(token) ?? [];
  // Releases before 0.3 wrote cookies in hex.
  const encoding = signature.length === 64 ? "hex" : "base64url";
  const wanted = untilSignature(secrets, opened, Number(until)).toString(encoding);
  if (signature.length !== wanted.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(wanted)))
    return 0;
  return Math.max(0, Math.floor(Number(until) - now.getTime() / 1000));
}

/** `<text>.<signature>`, for a text without a dot that says everything itself. */
export function signText(secrets: SecretCipher, purpose: string, text: string): string {
  return `${text}.${Buffer.from(secrets.fingerprint(text, purpose)).toString("base64url")}`;
}

/** The text of such a token; null for one that we did not sign for this purpose. */
export function readSignedText(secrets: SecretCipher, purpose: string, token: string): string | null {
  const [text = ""] = token.split(".", 1);
  const [given, wanted] = [Buffer.from(token), Buffer.from(signText(secrets, purpose, text))];
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? text : null;
}

function saidBytes({ hasEnd }: TokenKind): number {
  return hasEnd ? rowBytes + endBytes : rowBytes;
}

function signatureOf(secrets: SecretCipher, kind: TokenKind, said: Buffer): Uint8Array {
  return secrets.fingerprint(said.toString(kind.signedAs), kind.purpose).subarray(0, kind.signatureBytes);
}

function untilSignature(secrets: SecretCipher, { purpose, facts }: Opened, until: number): Buffer {
  return Buffer.from(secrets.fingerprint([...facts, until].join("\n"), purpose));
}
