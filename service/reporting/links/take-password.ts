import type { Sql } from "../../db/open.ts";
import { readForm } from "../../http/read-form.ts";
import { requestContext } from "../../http/request-context.ts";
import { tryPassword } from "../../http/try-password.ts";
import type { PublicPlaces } from "../../limits/public-places.ts";
import type { Limiter } from "../../limits/sliding-window.ts";
import { isFromOwnPage } from "../../web/is-from-own-page.ts";
import { renderPasswordPage } from "./page/render-password-page.ts";
import { linkPageResponse } from "./page-response.ts";
import { passProof } from "./pass-proof.ts";
import { type FoundLink, linkPasswordCharacters } from "./schema.ts";
import { findLinkByToken, renewLinkPassword } from "./sql.ts";

/** A client's whole team mistypes less often; 20 an hour find no password of eight characters. */
const triesPerLink = { limit: 20, windowMs: 3_600_000 };
/** Of one client network, on all links together. */
const triesPerNetwork = { name: "report-password", limit: 10, windowMs: 900_000 };
/** A working day: the page asks again tomorrow. */
const cookieSeconds = 43_200;
const cookieName = "bericht";

const sentences = {
  wrong: "Das Passwort stimmt nicht.",
  tooMany: "Zu viele Versuche. Bitte versuchen Sie es später noch einmal.",
};

/** What a browser shows that gave the password before; null without a cookie. */
export function proofIn(headers: Headers): string | null {
  const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  const own = cookies.find((cookie) => cookie.startsWith(`${cookieName}=`));
  return own === undefined ? null : own.slice(cookieName.length + 1);
}

/** Answers the form of the password: opens the link for this browser, or says why not. */
export async function takePassword(
  deps: { sql: Sql; limiter: Limiter; publicPlaces: PublicPlaces; publicUrl: string },
  request: Request,
  { link, location }: { link: FoundLink; location: string },
): Promise<Response> {
  const form = (problem: string) => renderPasswordPage(link.agencyName, problem);
  if (!isFromOwnPage(request, deps.publicUrl)) return linkPageResponse(form(sentences.wrong), 403);
  const [password, ...others] = (await readForm(request))?.getAll("password") ?? [];
  const isShort = password !== undefined && [...password].length <= linkPasswordCharacters.maximum;
  if (!isShort || others.length > 0) return linkPageResponse(form(sentences.wrong), 400);
  const { clientAddress, isSecure } = requestContext(request);
  const verdict = await tryPassword(deps, {
    ...{ password, passwordHash: link.passwordHash ?? "", clientAddress },
    ofLink: { name: `report-link:${link.id}`, ...triesPerLink },
    ofNetwork: triesPerNetwork,
  });
  if (verdict.kind === "limited") {
    const extra = { "retry-after": String(verdict.retryAfterSeconds) };
    return linkPageResponse(form(sentences.tooMany), 429, { extra });
  }
  if (verdict.kind === "wrong") return linkPageResponse(form(sentences.wrong), 401);
  const opened = await withRenewedHash(deps.sql, link, verdict.renewedHash);
  const cookie = [
    `${cookieName}=${passProof(opened)}`,
    `Path=${location}`,
    `Max-Age=${cookieSeconds}`,
    "HttpOnly",
    // A link in a mail must find it, which Strict would hide.
    "SameSite=Lax",
    ...(isSecure ? ["Secure"] : []),
  ];
  return linkPageResponse(null, 303, { extra: { location, "set-cookie": cookie.join("; ") } });
}

async function withRenewedHash(sql: Sql, link: FoundLink, passwordHash: string | null): Promise<FoundLink> {
  if (passwordHash === null) return link;
  const { agencyId, id, passwordKey } = link;
  await renewLinkPassword(sql, agencyId, { id, seenKey: passwordKey, passwordHash });
  // The one that is stored now, which another reader may have made at the same moment.
  return (await findLinkByToken(sql, link.tokenHash)) ?? link;
}
