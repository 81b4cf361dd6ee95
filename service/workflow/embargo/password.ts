import { randomBytes, randomInt, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** OWASP's least for scrypt beside 64 MB: 32 MB and a tenth of a second for each try. */
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
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
  const key = await derive(password, salt, cost);
  const { N, r, p } = cost;
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Whether a password is the one that a hash was made of. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, N = "", r = "", p = "", salt = "", key = ""] = hash.split("$");
  const wanted = Buffer.from(key, "base64url");
  const given = await derive(password, Buffer.from(salt, "base64url"), {
    ...cost,
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

const scryptAsync = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt);

/** A password typed on a phone may come with other forms of the same letters. */
function derive(password: string, salt: Buffer, options: typeof cost): Promise<Buffer> {
  return scryptAsync(password.normalize("NFKC"), salt, keyBytes, options);
}
