import { createHash } from "node:crypto";

/** Hexadecimal digits of a hash: 48 bits keep the few hundred links of one release apart and the URL short. */
const hashLength = 12;

/** The first 12 hexadecimal digits of the SHA-256 of a URL. */
export function linkHash(url: string): string {
  return createHash("sha256").update(url).digest("hex").slice(0, hashLength);
}
