import { checkNetwork } from "../../../floor/http/check-network.ts";
import { readCookie, setCookie } from "../../../floor/http/cookies.ts";
import { readForm } from "../../../floor/http/read-body.ts";
import { requestContext } from "../../../floor/http/request-context.ts";
import type { Limiter } from "../../../floor/limits/sliding-window.ts";
import { secretPageResponse } from "../../../floor/secret-links/secret-page.ts";
import { secondsLeft, signUntil } from "../../../floor/secret-links/signed-token.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { renderFormPage } from "../../../floor/web/form-page.ts";
import { html } from "../../../floor/web/html.ts";
import { isFromOwnPage } from "../../../floor/web/is-from-own-page.ts";
import { embargoText, embargoWords, languageOf } from "./embargo-words.ts";
import type { FoundEmbargoLink } from "./sql.ts";

type AcceptDeps = { secrets: SecretCipher; limiter: Limiter; publicUrl: string };

/** A working day: whoever comes back tomorrow reads the embargo once more. */
const cookie = { name: "vorab", purpose: "embargo-accepted", validSeconds: 12 * 3600 };
export const nameCharactersMax = 200;
/** Of one network in a quarter of an hour: an editorial office signs one after the other, and nobody fills the list by a script. */
const namesOfNetwork = { kind: "embargo_names", limit: 20, windowMs: 15 * 60 * 1000 };

/** Whether this browser has accepted the embargo of the link. */
export function hasAccepted(
  { secrets }: Pick<AcceptDeps, "secrets">,
  link: FoundEmbargoLink,
  request: Request,
) {
  const token = readCookie(request.headers, cookie.name) ?? "";
  return secondsLeft(secrets, openedBy(link), { token, now: new Date() }) > 0;
}

/** The page that says what is to be accepted. Of the release it tells no more than the mail does: whose it is, and until when. */
export function askAcceptance(
  link: FoundEmbargoLink,
  { status, problem }: { status: 200 | 400 | 403 | 413 | 429; problem: string | null } = {
    status: 200,
    problem: null,
  },
): Response {
  const language = languageOf(link);
  const words = embargoWords[language];
  const main = html`<p>${words.release.before}<strong>${link.clientName}</strong>${words.release.behind}<strong>${embargoText(link)}</strong>.</p>
<p>${words.promise}</p>
<form method="post" accept-charset="utf-8"><div><label for="name">${words.name}</label>
${problem !== null && html`<p class="problem" id="name-problem" role="alert">${problem}</p>`}
<input id="name" name="name" type="text" maxlength="${nameCharactersMax}" autocomplete="name"${problem !== null && html` aria-invalid="true" aria-describedby="name-problem"`}></div>
<p class="facts">${words.nameUse(link.agencyName)}</p>
<button class="primary">${words.accept}</button></form>`;
  return secretPageResponse(renderFormPage({ title: words.title, main, language }), status, { language });
}

/** Takes the acceptance, opens the link for this browser, and keeps the name where one was typed. */
export async function takeAcceptance(
  deps: AcceptDeps,
  {
    request,
    link,
    keep,
  }: { request: Request; link: FoundEmbargoLink; keep: (name: string) => Promise<void> },
): Promise<Response> {
  const words = embargoWords[languageOf(link)];
  const refuse = (status: 400 | 403 | 429, problem: string | null) =>
    askAcceptance(link, { status, problem });
  if (!isFromOwnPage(request, deps.publicUrl)) return refuse(403, null);
  const [typed = "", ...others] = (await readForm(request))?.getAll("name") ?? [];
  const name = typed.replace(/\s+/g, " ").trim();
  if (others.length > 0 || [...name].length > nameCharactersMax || name.includes("\0"))
    return refuse(400, words.nameTooLong(nameCharactersMax));
  const { clientAddress, isSecure } = requestContext(request);
  if (name !== "") {
    if (!(await checkNetwork(deps.limiter, clientAddress, namesOfNetwork)).isAdmitted)
      return refuse(429, words.tooManyNames);
    await keep(name);
  }
  const until = Math.floor(Date.now() / 1000) + cookie.validSeconds;
  const value = signUntil(deps.secrets, openedBy(link), until);
  const { pathname: path } = new URL(request.url);
  const set = setCookie({ name: cookie.name, value, path, seconds: cookie.validSeconds, isSecure });
  return secretPageResponse(null, 303, { headers: { location: path, "set-cookie": set } });
}

function openedBy({ id }: FoundEmbargoLink) {
  return { purpose: cookie.purpose, facts: [id] };
}
