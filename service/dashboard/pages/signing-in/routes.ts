import { Elysia } from "elysia";
import { toServiceError } from "../../../http/error-response.ts";
import { readBody } from "../../../http/read-body.ts";
import { requestContext } from "../../../http/request-context.ts";
import { readSignInLink, signInByLink } from "../../../people/sign-in.ts";
import { answerTrouble } from "../../answer-trouble.ts";
import { htmlAnswer, safeLocation, seeOther } from "../../answers.ts";
import { canKeepSession, sessionCookie } from "../../cookies.ts";
import type { DashboardDeps } from "../../deps.ts";
import { parseForm, readForm } from "../../forms/read-form.ts";
import { refuseForeignOrigin } from "../../guard.ts";
import { requestLink } from "./request-link.ts";
import {
  renderAskedPage,
  renderConfirmPage,
  renderDeadLinkPage,
  renderNeedsHttpsPage,
  renderSignInPage,
  signInFields,
} from "./sign-in-pages.ts";

type Routed = { request: Request; params: Record<string, string> };
type Answer = (routed: Routed) => Promise<Response>;

/** A mail address and a path to go on to. */
const formBytesMax = 16 * 1024;
const path = "/app/anmelden";
const linkPath = `${path}/:token`;

/** Signing in by link: asking for one, and using it. The only pages of the dashboard that need no session. */
export function signInRoutes(deps: DashboardDeps) {
  const none = { parse: "none" } as const;
  return new Elysia({ detail: { hide: true } })
    .get(path, open(path, showSignIn))
    .head(path, open(path, showSignIn))
    .post(path, posted(path, askForLink), none)
    .get(linkPath, open(linkPath, showLink))
    .head(linkPath, open(linkPath, showLink))
    .post(linkPath, posted(linkPath, useLink), none);

  async function showSignIn({ request }: Routed): Promise<Response> {
    const next = new URL(request.url).searchParams.get("weiter");
    return htmlAnswer(renderSignInPage({ next: safeLocation(next) }), 200);
  }

  async function askForLink({ request }: Routed): Promise<Response> {
    const body = await readBody(request, formBytesMax);
    const sent = parseForm(signInFields, request.headers.get("content-type"), body);
    const read = readForm(signInFields, sent);
    if ("state" in read) return htmlAnswer(renderSignInPage({ next: "/app", state: read.state }), 400);
    await requestLink(deps, read.values.email, requestContext(request).clientAddress);
    return htmlAnswer(renderAskedPage(read.values.email), 200);
  }

  /** Uses nothing up: mail scanners open links too. */
  async function showLink({ params: { token = "" } }: Routed): Promise<Response> {
    const found = await readSignInLink(deps.sql, token);
    return found === null
      ? htmlAnswer(renderDeadLinkPage(), 404)
      : htmlAnswer(renderConfirmPage({ email: found.email, action: `${path}/${token}` }), 200);
  }

  async function useLink({ request, params: { token = "" } }: Routed): Promise<Response> {
    const session = await signInByLink(deps.sql, { token, userAgent: request.headers.get("user-agent") });
    if (session === null) return htmlAnswer(renderDeadLinkPage(), 404);
    return seeOther("/app", [sessionCookie(request, session.sessionToken)]);
  }

  function posted(route: string, answer: Answer): Answer {
    return open(
      route,
      async (routed) => refuseForeignOrigin(routed.request, deps.publicUrl) ?? (await answer(routed)),
    );
  }

  function open(route: string, answer: Answer): Answer {
    return async (routed) => {
      const { request } = routed;
      const context = requestContext(request);
      // The pattern, never the path: the token signs in.
      context.route = route;
      if (!canKeepSession(request)) return htmlAnswer(renderNeedsHttpsPage(), 403);
      try {
        return await answer(routed);
      } catch (cause) {
        const error = toServiceError(cause, deps.log, context.requestId);
        return answerTrouble(error, request, null, context.requestId);
      }
    };
  }
}
