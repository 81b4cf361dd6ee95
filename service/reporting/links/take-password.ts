import { checkNetwork } from "../../http/check-network.ts";
import { clientSite } from "../../http/client-address.ts";
import { bodyBytesMax, readBody } from "../../http/read-body.ts";
import { requestContext } from "../../http/request-context.ts";
import type { PublicPlaces } from "../../limits/public-places.ts";
import type { Limiter } from "../../limits/sliding-window.ts";
import { isFromOwnPage } from "../../web/is-from-own-page.ts";
import { renderPasswordPage } from "./page/render-password-page.ts";
import { linkPageResponse } from "./page-response.ts";
import { isPasswordRight, passProof } from "./password.ts";
import { type FoundLink, linkPasswordCharacters } from "./schema.ts";

/** A client's whole team mistypes less often; 20 an hour find no password of eight characters. */
const triesPerLink = { limit: 20, windowMs: 3_600_000 };
/** One reader, on all links together. */
const triesPerAddress = { limit: 10, windowMs: 900_000 };
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
  { limiter, publicPlaces, publicUrl }: { limiter: Limiter; publicPlaces: PublicPlaces; publicUrl: string },
  request: Request,
  { link, location }: { link: FoundLink; location: string },
): Promise<Response> {
  const form = (problem: string) => renderPasswordPage(link.agencyName, problem);
  if (!isFromOwnPage(request, publicUrl)) return linkPageResponse(form(sentences.wrong), 403);
  const password = readPassword(request.headers, await readBody(request, bodyBytesMax));
  if (password === null) return linkPageResponse(form(sentences.wrong), 400);
  const { clientAddress, isSecure } = requestContext(request);
  const waitSeconds = await takeTry(limiter, { link, clientAddress });
  if (waitSeconds !== null) {
    return linkPageResponse(form(sentences.tooMany), 429, { extra: { "retry-after": String(waitSeconds) } });
  }
  const isRight = await publicPlaces.run(clientSite(clientAddress), () => isPasswordRight(link, password));
  if (!isRight) return linkPageResponse(form(sentences.wrong), 401);
  const cookie = [
    `${cookieName}=${passProof(link)}`,
    `Path=${location}`,
    `Max-Age=${cookieSeconds}`,
    "HttpOnly",
    // A link in a mail must find it, which Strict would hide.
    "SameSite=Lax",
    ...(isSecure ? ["Secure"] : []),
  ];
  return linkPageResponse(null, 303, { extra: { location, "set-cookie": cookie.join("; ") } });
}

/** Seconds to wait where a bound is reached; null where this try may go on. Right ones count too: they are few. */
async function takeTry(
  limiter: Limiter,
  { link, clientAddress }: { link: FoundLink; clientAddress: string },
): Promise<number | null> {
  const byAddress = await checkNetwork(limiter, clientAddress, {
    kind: "report-password",
    ...triesPerAddress,
  });
  if (!byAddress.isAdmitted) return byAddress.retryAfterSeconds;
  const byLink = await limiter.check(`report-link:${link.id}`, triesPerLink.limit, triesPerLink.windowMs);
  return byLink.isAdmitted ? null : byLink.retryAfterSeconds;
}

function readPassword(headers: Headers, body: Uint8Array): string | null {
  const mediaType = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/x-www-form-urlencoded") return null;
  const given = new URLSearchParams(new TextDecoder().decode(body)).getAll("password");
  const [password] = given;
  const isShort = password !== undefined && [...password].length <= linkPasswordCharacters.maximum;
  return given.length === 1 && isShort ? password : null;
}
