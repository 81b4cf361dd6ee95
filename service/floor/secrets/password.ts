import { randomBytes, randomInt, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { toNormalForm } from "../strings/normal-form.ts";

/** OWASP's least for scrypt beside 64 MB: 32 MB and a tenth of a second for each try. Tests lower it, nobody else. */
export const passwordCost = { N: 2 ** 15, r: 8, p: 3 };
const memoryBytesMax = 64 * 1024 * 1024;
const saltBytes = 16;
const keyBytes = 32;
/** Letters and digits that nobody confuses when a password is read out on the telephone. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
/** 4 groups of 4: 79 bits. */
const groups = 4;
const groupCharacters = 4;

/** A password that can be read out: `k7mp-3xqa-w9fd-h2ez`. */
export function createPassword(): string {
  const group = () =>
    Array.from({ length: groupCharacters }, () => alphabet[randomInt(alphabet.length)]).join("");
  return Array.from({ length: groups }, group).join("-");
}

/** `scrypt$<N>$<r>$<p>$<salt>$<key>`, so that a later cost can be told from this one. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await derive(toNormalForm(password, "NFKC"), salt, passwordCost);
  return [beginning(), salt.toString("base64url"), key.toString("base64url")].join("$");
}

/**
 * Whether a hash was made of this password. The hash names its own cost. `scrypt-nfc` in place of `scrypt` is a hash from before
 * a password typed on a phone could have other forms of the same letters (NFKC).
 */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [kind, N = "", r = "", p = "", salt = "", key = ""] = hash.split("$");
  const letters = toNormalForm(password, kind === "scrypt-nfc" ? "NFC" : "NFKC");
  const stored = { N: Number(N), r: Number(r), p: Number(p) };
  const wanted = Buffer.from(key, "base64url");
  const given = await derive(letters, Buffer.from(salt, "base64url"), stored);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

/** Whether a hash was made at another cost than today's: it is made anew as soon as somebody gives the password. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(`${beginning()}$`);
}

/** Of every hash that is made at the present cost. */
function beginning(): string {
  const { N, r, p } = passwordCost;
  return `scrypt$${N}$${r}$${p}`;
}

const scryptAsync = promisify<string, Buffer, number, typeof passwordCost & { maxmem: number }, Buffer>(
  scrypt,
);

function derive(password: string, salt: Buffer, { N, r, p }: typeof passwordCost): Promise<Buffer> {
  return scryptAsync(password, salt, keyBytes, { N, r, p, maxmem: memoryBytesMax });
}
