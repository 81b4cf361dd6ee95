import { timingSafeEqual } from "node:crypto";
import type { SecretCipher } from "../secrets/secret-cipher.ts";

/** Name of the query that lets an address show a file before a published release has it. */
export const accessParameter = "zugang";

/** All addresses of one such stretch of time are the same: a preview made anew at each pause in typing loads no picture again. */
const stepSeconds = 6 * 3_600;
/** An access is valid for one to two steps: long enough to read a page that was opened, too short to be passed on. */
const stepsMax = 2;
const accessPattern = /^(\d{10})\.([\w-]{43})$/;
/** Tells these signatures from all others of the same key. */
const place = "media-access";

type OfAgency = { agencyId: number; assetId: string };

/** `<expiry in seconds>.<signature>`: opens one asset of one agency for 6 to 12 hours. Nothing of it is stored. */
export function createAccess(secrets: SecretCipher, asset: OfAgency, now: Date): string {
  const step = Math.floor(now.getTime() / 1000 / stepSeconds);
  const until = (step + stepsMax) * stepSeconds;
  return `${until}.${signatureOf(secrets, asset, until).toString("base64url")}`;
}

/** Seconds for which an access still opens the asset; 0 where it is over or was not made for it. */
export function accessSecondsLeft(secrets: SecretCipher, asset: OfAgency, access: string, now: Date): number {
  const [, until = "", signature = ""] = accessPattern.exec(access) ?? [];
  if (until === "") return 0;
  const given = Buffer.from(signature, "base64url");
  const wanted = signatureOf(secrets, asset, Number(until));
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 0;
  return Math.max(0, Math.floor(Number(until) - now.getTime() / 1000));
}

function signatureOf(secrets: SecretCipher, { agencyId, assetId }: OfAgency, until: number): Buffer {
  return Buffer.from(secrets.fingerprint(`${agencyId}\n${assetId}\n${until}`, place));
}
