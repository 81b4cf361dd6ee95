import { sessionDaysMax } from "../../features/people/rules.ts";
import { attemptMinutes } from "../../features/people/sign-in-attempt.ts";
import { cookieName, readCookie, setCookie } from "../../floor/http/cookies.ts";
import { requestContext } from "../../floor/http/request-context.ts";
import { firstCharacters } from "../../floor/strings/first-characters.ts";

const sessionSeconds = sessionDaysMax * 24 * 60 * 60;
/** Long enough for the page that follows a form. */
const noticeSeconds = 60;
/** A notice is one or two sentences. */
const noticeCharactersMax = 500;

/** Whether cookies can be set: over HTTPS, and in plain HTTP only on the machine itself. */
export function canKeepSession(request: Request): boolean {
  return requestContext(request).isSecure || isLoopback(request);
}

export function readSessionToken(request: Request): string | null {
  return canKeepSession(request) ? readCookie(request.headers, nameOf("session", request)) : null;
}

export function sessionCookie(request: Request, token: string): string {
  return cookie(request, { name: "session", value: token, seconds: sessionSeconds });
}

export function endedSessionCookie(request: Request): string {
  return cookie(request, { name: "session", value: "", seconds: 0 });
}

/** What a browser keeps while a person is at a provider or looks for a key. */
export function attemptCookie(request: Request, attempt: string): string {
  return cookie(request, { name: "attempt", value: attempt, seconds: attemptMinutes * 60 });
}

export function endedAttemptCookie(request: Request): string {
  return cookie(request, { name: "attempt", value: "", seconds: 0 });
}

export function readAttempt(request: Request): string | null {
  return readCookie(request.headers, nameOf("attempt", request));
}

/** The sentence that the next page shows. In a cookie, because a text in the address could be anybody's. */
export function noticeCookie(request: Request, notice: string): string {
  const value = Buffer.from(firstCharacters(notice, noticeCharactersMax)).toString("base64url");
  return cookie(request, { name: "notice", value, seconds: noticeSeconds });
}

export function shownNoticeCookie(request: Request): string {
  return cookie(request, { name: "notice", value: "", seconds: 0 });
}

export function readNotice(request: Request): string | null {
  const value = readCookie(request.headers, nameOf("notice", request));
  if (value === null || value === "") return null;
  return firstCharacters(Buffer.from(value, "base64url").toString("utf8"), noticeCharactersMax);
}

function cookie(
  request: Request,
  { name, ...kept }: { name: string; value: string; seconds: number },
): string {
  const { isSecure } = requestContext(request);
  return setCookie({ ...kept, name: nameOf(name, request), path: "/", isSecure });
}

function nameOf(name: string, request: Request): string {
  return cookieName(name, requestContext(request).isSecure);
}

function isLoopback(request: Request): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(request.url).hostname);
}
