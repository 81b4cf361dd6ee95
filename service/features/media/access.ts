import { secondsLeft, signUntil } from "../../floor/secret-links/signed-token.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";

/** Name of the query that lets an address show a file before a published release has it. */
export const accessParameter = "zugang";

/** All addresses of one such stretch of time are the same: a preview made anew at each pause in typing loads no picture again. */
const stepSeconds = 6 * 3_600;
/** An access is valid for one to two steps: long enough to read a page that was opened, too short to be passed on. */
const stepsMax = 2;
type OfAgency = { agencyId: number; assetId: string };

/** `<expiry in seconds>.<signature>`: opens one asset of one agency for 6 to 12 hours. Nothing of it is stored. */
export function createAccess(secrets: SecretCipher, asset: OfAgency, now: Date): string {
  const step = Math.floor(now.getTime() / 1000 / stepSeconds);
  const until = (step + stepsMax) * stepSeconds;
  return signUntil(secrets, openedBy(asset), until);
}

/** Seconds for which an access still opens the asset; 0 where it is over or was not made for it. */
export function accessSecondsLeft(secrets: SecretCipher, asset: OfAgency, access: string, now: Date): number {
  return secondsLeft(secrets, openedBy(asset), { token: access, now });
}

function openedBy({ agencyId, assetId }: OfAgency) {
  return { purpose: "media-access", facts: [agencyId, assetId] };
}
