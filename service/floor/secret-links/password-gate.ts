import { checkNetwork } from "../http/check-network.ts";
import { clientSite } from "../http/client-address.ts";
import { readCookie, setCookie } from "../http/cookies.ts";
import { readForm } from "../http/read-body.ts";
import { requestContext } from "../http/request-context.ts";
import type { PublicSeats } from "../limits/public-seats.ts";
import type { Limiter } from "../limits/sliding-window.ts";
import { hashPassword, isOutdated, isPassword } from "../secrets/password.ts";
import type { SecretCipher } from "../secrets/secret-cipher.ts";
import { renderFormPage } from "../web/form-page.ts";
import { html } from "../web/html.ts";
import { isFromOwnPage } from "../web/is-from-own-page.ts";
import type { PageLanguage } from "../web/language.ts";
import { secretPageResponse } from "./secret-page.ts";
import { secondsLeft, signUntil } from "./signed-token.ts";

type Tries = { name: string; limit: number; windowMs: number };

/** How links of one kind ask for their password. */
export type PasswordGate = {
  /** The cookie of a browser that gave the password; `purpose` tells its signature from all others under the key. */
  cookie: { name: string; purpose: string; validSeconds: number };
  /** Limits of wrong passwords: for one link from all networks, and for one client network over all links. */
  wrongTries: { ofLink: Tries; ofNetwork: Tries };
  passwordCharactersMax: number;
  statuses: { asked: 200 | 401; wrong: 401 | 403 };
  language: PageLanguage;
  words: { title: string; open: string; tooMany: string };
  /** Whether browsers may keep the password. */
  autocomplete: "off" | "current-password";
};

const gateWords: Record<PageLanguage, { password: string; missing: string; wrong: string }> = {
  de: {
    password: "Passwort",
    missing: "Bitte geben Sie das Passwort ein.",
    wrong: "Das Passwort stimmt nicht.",
  },
  en: { password: "Password", missing: "Please enter the password.", wrong: "The password is not right." },
};

/** A link with a password. The cookie is bound to the password's hash, so that it ends with the password. */
export type GatedLink = { id: string; passwordHash: string };

export function isUnlocked(
  { cookie }: PasswordGate,
  secrets: SecretCipher,
  link: GatedLink,
  { headers }: Request,
): boolean {
  const token = readCookie(headers, cookie.name) ?? "";
  return secondsLeft(secrets, openedBy(cookie, link), { token, now: new Date() }) > 0;
}

/** The page that asks for the password. `lead` is all that it tells of what it opens. */
export function renderPasswordPage(gate: PasswordGate, lead: string, problem: string | null = null): string {
  return renderFormPage({
    title: gate.words.title,
    language: gate.language,
    main: html`<p>${lead}</p>
<form method="post" accept-charset="utf-8"><div><label for="password">${gateWords[gate.language].password}</label>
${problem !== null && html`<p class="problem" id="password-problem" role="alert">${problem}</p>`}
<input id="password" name="password" type="password" required maxlength="${gate.passwordCharactersMax}" autocomplete="${gate.autocomplete}" spellcheck="false"${
      problem !== null && html` aria-invalid="true" aria-describedby="password-problem" autofocus`
    }></div>
<button class="primary">${gate.words.open}</button></form>`,
  });
}

export function askPassword(gate: PasswordGate, lead: string): Response {
  const { language, statuses } = gate;
  return secretPageResponse(renderPasswordPage(gate, lead), statuses.asked, { language });
}

type TakeDeps = { secrets: SecretCipher; limiter: Limiter; publicSeats: PublicSeats; publicUrl: string };

/**
 * Answers the form of the password: opens the link for this browser, or says why not. `renew` stores a hash made at today's cost and
 * returns the one that is stored then, which another reader may have made at the same moment.
 */
export async function takePassword(
  gate: PasswordGate,
  deps: TakeDeps,
  form: { request: Request; link: GatedLink; lead: string; renew: (hash: string) => Promise<string | null> },
): Promise<Response> {
  const { statuses, words, cookie, language } = gate;
  const { request, link, lead, renew } = form;
  const refuse = (status: 400 | 401 | 403 | 429, problem: string | null, headers = {}) =>
    secretPageResponse(renderPasswordPage(gate, lead, problem), status, { language, headers });
  if (!isFromOwnPage(request, deps.publicUrl)) return refuse(403, null);
  const [password = "", ...others] = (await readForm(request))?.getAll("password") ?? [];
  if (password === "" || others.length > 0 || [...password].length > gate.passwordCharactersMax)
    return refuse(400, gateWords[language].missing);
  const { clientAddress, isSecure } = requestContext(request);
  const verdict = await deps.publicSeats.run(clientSite(clientAddress), () =>
    tryPassword(gate, deps.limiter, { link, password, clientAddress }),
  );
  if (typeof verdict === "object")
    return refuse(429, words.tooMany, { "retry-after": String(verdict.retryAfterSeconds) });
  if (verdict === "wrong") return refuse(statuses.wrong, gateWords[language].wrong);
  const renewed = isOutdated(link.passwordHash) ? await renew(await hashPassword(password)) : null;
  const opened = openedBy(cookie, { ...link, passwordHash: renewed ?? link.passwordHash });
  const value = signUntil(deps.secrets, opened, Math.floor(Date.now() / 1000) + cookie.validSeconds);
  const { pathname: path } = new URL(request.url);
  const set = setCookie({ name: cookie.name, value, path, seconds: cookie.validSeconds, isSecure });
  return secretPageResponse(null, 303, { headers: { location: path, "set-cookie": set } });
}

/**
 * Compares a password with the one of a link. A try counts before it is looked at, so that tries at once can't pass the limit, and
 * a right one is given back. It counts only once it has one of the public seats: a whole office that gives the right password at
 * once keeps nobody of it out.
 */
async function tryPassword(
  { wrongTries: { ofLink, ofNetwork } }: PasswordGate,
  limiter: Limiter,
  { link, password, clientAddress }: { link: GatedLink; password: string; clientAddress: string },
): Promise<"right" | "wrong" | { retryAfterSeconds: number }> {
  const byNetwork = await checkNetwork(limiter, clientAddress, { kind: ofNetwork.name, ...ofNetwork });
  if (!byNetwork.isAdmitted) return byNetwork;
  const name = `${ofLink.name}:${link.id}`;
  const byLink = await limiter.check(name, ofLink.limit, ofLink.windowMs);
  if (!byLink.isAdmitted) {
    // What others tried on the link is no fault of this network.
    await byNetwork.giveBack();
    return byLink;
  }
  if (!(await isPassword(password, link.passwordHash))) return "wrong";
  await byNetwork.giveBack();
  if (byLink.admission !== null) await limiter.giveBack(name, byLink.admission);
  return "right";
}

function openedBy({ purpose }: PasswordGate["cookie"], { id, passwordHash }: GatedLink) {
  return { purpose, facts: [id, passwordHash] };
}
