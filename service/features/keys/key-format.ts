import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

/** `svc_key_`, 32 random base62 characters, 6 of checksum: recognisable to secret scanners, and a typo costs no look-up. */
const prefix = "svc_key_";
const randomCharacters = 32;
const checksumCharacters = 6;
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const shape = /^svc_key_[0-9A-Za-z]{38}$/;
const displayPrefixCharacters = 12;

/** A new key with about 190 bits of randomness. */
export function generateKey(): string {
  const random = Array.from({ length: randomCharacters }, () => alphabet[randomInt(alphabet.length)]).join(
    "",
  );
  return `${prefix}${random}${checksumOf(prefix + random)}`;
}

/** True when `key` has the right shape and its last six characters are the checksum of those before them. */
export function isWellFormedKey(key: string): boolean {
  return shape.test(key) && checksumOf(key.slice(0, -checksumCharacters)) === key.slice(-checksumCharacters);
}

/** SHA-256 of the key: what is stored. A random key needs no slow hash. */
export function hashKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** The characters of a key that lists may show. */
export function displayPrefixOf(key: string): string {
  return key.slice(0, displayPrefixCharacters);
}

/** CRC-32 (ISO-HDLC, the one of zip and PNG) in base62, left-padded to six characters. */
function checksumOf(text: string): string {
  let value = crc32(text);
  let digits = "";
  while (value > 0) {
    digits = (alphabet[value % 62] ?? "") + digits;
    value = Math.floor(value / 62);
  }
  return digits.padStart(checksumCharacters, "0");
}
