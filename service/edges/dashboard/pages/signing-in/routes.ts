import { Elysia } from "elysia";
import { readSignInLink, signInByLink } from "../../../../features/people/sign-in.ts";
import { formBytesMax } from "../../../../floor/http/read-body.ts";
import { requestContext } from "../../../../floor/http/request-context.ts";
import { htmlAnswer, safeLocation, seeOther } from "../../answers.ts";
import { sessionCookie } from "../../cookies.ts";
import type { DashboardDeps } from "../../deps.ts";
import { readForm, receiveForm } from "../../forms/read-form.ts";
import type { Script } from "../../script.ts";
import { createDoor, type Routed } from "./open-door.ts";
import { requestLink } from "./request-link.ts";
import {
  renderAskedPage,
  renderConfirmPage,
  renderDeadLinkPage,
  renderOtherBrowserPage,
  renderProvidersPage,
  renderSignInPage,
  signInFields,
} from "./sign-in-pages.ts";

const path = "/app/anmelden";
const linkPath = `${path}/:token`;

/** Signing in by link: asking for one, and using it. */
export function signInRoutes(deps: DashboardDeps, webauthn: Script | null) {
  const none = { parse: "none" } as const;
  const { open, posted, browserOf } = createDoor(deps);
  return new Elysia({ detail: { hide: true } })
    .get(path, open(path, showSignIn))
    .head(path, open(path, showSignIn))
    .post(path, posted(path, askForLink), none)
    .get(linkPath, open(linkPath, showLink))
    .head(linkPath, open(linkPath, showLink))
    .post(linkPath, posted(linkPath, useLink), none);

  async function showSignIn({ request }: Routed): Promise<Response> {
    return htmlAnswer(renderSignInPage({ next: nextOf(request), webauthn }), 200);
  }

  async function askForLink({ request }: Routed): Promise<Response> {
    const sent = await receiveForm(request, signInFields, formBytesMax);
    const read = readForm(signInFields, sent);
    const next = safeLocation(sent.typed.next?.[0] ?? null);
    if ("state" in read) return htmlAnswer(renderSignInPage({ next, state: read.state, webauthn }), 400);
    const { email } = read.values;
    const { clientAddress, requestId } = requestContext(request);
    requestLink(deps, { email, clientAddress, requestId, next });
    return htmlAnswer(renderAskedPage(email), 200);
  }

  /** Uses nothing up: mail scanners open links too. */
  async function showLink({ request, params: { token = "" } }: Routed): Promise<Response> {
    const found = await readSignInLink(deps.sql, { token, browser: browserOf(request) });
    if (found === null) return htmlAnswer(renderDeadLinkPage(), 404);
    if (!found.isOfBrowser) return htmlAnswer(renderOtherBrowserPage(), 403);
    const action = `${path}/${token}?weiter=${encodeURIComponent(nextOf(request))}`;
    return htmlAnswer(renderConfirmPage({ email: found.email, action }), 200);
  }

  async function useLink({ request, params: { token = "" } }: Routed): Promise<Response> {
    const entered = await signInByLink(deps.sql, { token, browser: browserOf(request) });
    if (entered === null) return htmlAnswer(renderDeadLinkPage(), 404);
    const next = nextOf(request);
    if ("providers" in entered) return htmlAnswer(renderProvidersPage({ ...entered, next, by: "link" }), 403);
    return seeOther(next, [sessionCookie(request, entered.sessionToken)]);
  }
}

function nextOf(request: Request): string {
  return safeLocation(new URL(request.url).searchParams.get("weiter"));
}
