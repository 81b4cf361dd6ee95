import { createHash, timingSafeEqual } from "node:crypto";
import type { Sql } from "../../../floor/db/open.ts";
import { readCookie } from "../../../floor/http/cookies.ts";
import type { PublicSeats } from "../../../floor/limits/public-seats.ts";
import type { Limiter } from "../../../floor/limits/sliding-window.ts";
import {
  askPassword,
  isUnlocked,
  type PasswordGate,
  takePassword,
} from "../../../floor/secret-links/password-gate.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { type LockedLink, linkPasswordCharacters } from "./schema.ts";
import { findLinkByToken, renewLinkPassword } from "./sql.ts";

export const reportGate: PasswordGate = {
  // A working day: the page asks again tomorrow.
  cookie: { name: "bericht", purpose: "report-cookie", validSeconds: 43_200 },
  wrongTries: {
    // A client's whole team mistypes less often; 20 an hour find no password of eight characters.
    ofLink: { name: "report-link", limit: 20, windowMs: 3_600_000 },
    ofNetwork: { name: "report-password", limit: 10, windowMs: 900_000 },
  },
  passwordCharactersMax: linkPasswordCharacters.maximum,
  statuses: { asked: 401, wrong: 401 },
  language: "de",
  words: {
    title: "Bericht öffnen",
    open: "Öffnen",
    tooMany: "Zu viele Versuche. Bitte versuchen Sie es später noch einmal.",
  },
  autocomplete: "current-password",
};

/** Whether a browser has given the password. */
export function isOpenFor(secrets: SecretCipher, link: LockedLink, request: Request): boolean {
  return isUnlocked(reportGate, secrets, link, request) || hasEarlierCookie(link, request);
}

export function askForPassword(link: LockedLink): Response {
  return askPassword(reportGate, leadOf(link));
}

/** Answers the form of the password of the link with this token. */
export async function takeLinkPassword(
  deps: { sql: Sql; secrets: SecretCipher; limiter: Limiter; publicSeats: PublicSeats; publicUrl: string },
  request: Request,
  { link, token }: { link: LockedLink; token: string },
): Promise<Response> {
  const { agencyId, id, passwordHash: seenHash } = link;
  const renew = async (passwordHash: string) => {
    await renewLinkPassword(deps.sql, agencyId, { id, seenHash, passwordHash });
    return (await findLinkByToken(deps.sql, token))?.passwordHash ?? null;
  };
  return await takePassword(reportGate, deps, { request, link, lead: leadOf(link), renew });
}

function leadOf({ agencyName }: LockedLink): string {
  return `${agencyName} hat diesen Bericht mit einem Passwort geschützt.`;
}

/** Until 0.4.0: the cookie of 0.2.0. Browsers keep it for twelve hours, so that the next release needs to know it no more. */
function hasEarlierCookie({ tokenHash, passwordHash }: LockedLink, { headers }: Request): boolean {
  const key = Buffer.from(passwordHash.split("$").at(-1) ?? "", "base64");
  const wanted = createHash("sha256").update("report-link").update(tokenHash).update(key).digest("base64url");
  const given = Buffer.from(readCookie(headers, reportGate.cookie.name) ?? "");
  return given.length === wanted.length && timingSafeEqual(given, Buffer.from(wanted));
}
