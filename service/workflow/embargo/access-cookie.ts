import { timingSafeEqual } from "node:crypto";
import type { SecretCipher } from "../../secrets/secret-cipher.ts";

/** Long enough to read and to come back to; then the password is asked for again. */
const validSeconds = 3_600;
const cookieName = "vorab";
const cookiePattern = /(?:^|;\s*)vorab=(\d{10})\.([0-9a-f]{64})(?:;|$)/;

type Opened = { id: string; passwordHash: string };

/** A cookie that opens one link for an hour. It is bound to the path of the link, and to its password as it is. */
export function accessCookie(
  secrets: SecretCipher,
  link: Opened,
  { path, isSecure, now }: { path: string; isSecure: boolean; now: Date },
): string {
  const until = Math.floor(now.getTime() / 1000) + validSeconds;
  const attributes = [`Path=${path}`, `Max-Age=${validSeconds}`, "HttpOnly", "SameSite=Lax"];
  return [
    `${cookieName}=${until}.${signatureOf(secrets, link, until).toString("hex")}`,
    ...attributes,
    ...(isSecure ? ["Secure"] : []),
  ].join("; ");
}

/** Whether a request carries such a cookie for this link. */
export function hasAccess(secrets: SecretCipher, link: Opened, header: string | null, now: Date): boolean {
  const [, until = "0", signature = ""] = cookiePattern.exec(header ?? "") ?? [];
  const given = Buffer.from(signature, "hex");
  const wanted = signatureOf(secrets, link, Number(until));
  return (
    Number(until) * 1000 > now.getTime() && given.length === wanted.length && timingSafeEqual(given, wanted)
  );
}

function signatureOf(secrets: SecretCipher, { id, passwordHash }: Opened, until: number): Buffer {
  return Buffer.from(secrets.fingerprint(`${id}\n${passwordHash}\n${until}`, "embargo-cookie"));
}
