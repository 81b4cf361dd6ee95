import { Elysia } from "elysia";
import { createHandoff } from "../../../../features/people/sign-in-by-handoff.ts";
import { beginOidc, finishOidc } from "../../../../features/people/sign-in-by-oidc.ts";
import {
  admitVouched,
  type Entered,
  signInVouched,
  type Vouched,
} from "../../../../features/people/sign-in-by-partner.ts";
import { readForm } from "../../../../floor/http/read-body.ts";
import { requestContext } from "../../../../floor/http/request-context.ts";
import { htmlAnswer, safeLocation, seeOther } from "../../answers.ts";
import { attemptCookie, endedAttemptCookie, readAttempt, sessionCookie } from "../../cookies.ts";
import type { DashboardDeps } from "../../deps.ts";
import { createDoor, type Routed } from "./open-door.ts";
import { renderConfirmPage, renderNotPossiblePage, renderProvidersPage } from "./sign-in-pages.ts";

const handoffPath = "/app/handoff";
const beginPath = "/app/anmelden/partner/:partnerId";
const finishPath = `${beginPath}/zurueck`;
const confirmPath = "/app/anmelden-mit-partner";

/** Signing in by a partner of an agency: a portal that hands over, or a provider of OpenID Connect. */
export function partnerRoutes(deps: DashboardDeps) {
  const handoff = createHandoff(deps);
  const { open, posted, browserOf } = createDoor(deps);
  return (
    new Elysia({ detail: { hide: true } })
      // The one form that another site may send: the token in it says who did.
      .post(handoffPath, open(handoffPath, takeHandoff), { parse: "none" })
      .get(beginPath, open(beginPath, begin))
      .get(finishPath, open(finishPath, finish))
      .post(confirmPath, posted(confirmPath, confirm), { parse: "none" })
  );

  async function takeHandoff({ request }: Routed): Promise<Response> {
    const tokens = (await readForm(request))?.getAll("token") ?? [];
    const [token = ""] = tokens;
    const vouched = tokens.length === 1 ? await handoff(token) : { refusal: "no_token" };
    if ("refusal" in vouched) return notPossible(request, "handoff_refused", vouched.refusal);
    return await admit(request, vouched);
  }

  async function begin({ request, params: { partnerId = "" } }: Routed): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const next = safeLocation(searchParams.get("weiter"));
    const isFresh = searchParams.get("frisch") === "1";
    const begun = await beginOidc(deps, { partnerId, next, isFresh });
    if ("refusal" in begun) return notPossible(request, "oidc_refused", begun.refusal);
    return seeOther(begun.location, [attemptCookie(request, begun.attempt)]);
  }

  async function finish({ request, params: { partnerId = "" } }: Routed): Promise<Response> {
    const vouched = await finishOidc(deps, {
      partnerId,
      query: new URL(request.url).search,
      attempt: readAttempt(request),
    });
    if ("refusal" in vouched) return notPossible(request, "oidc_refused", vouched.refusal);
    return await admit(request, vouched);
  }

  /** Asks "Sie melden sich an als …" first, unless the browser is signed in as this person there already. */
  async function admit(request: Request, vouched: Vouched): Promise<Response> {
    const admitted = await admitVouched(deps, vouched, browserOf(request));
    if (!("attempt" in admitted)) return entered(request, admitted);
    const page = renderConfirmPage({ ...vouched, action: confirmPath });
    return htmlAnswer(page, 200, [attemptCookie(request, admitted.attempt)]);
  }

  async function confirm({ request }: Routed): Promise<Response> {
    const chosen = (await readForm(request))?.get("agencyId") ?? null;
    const attempt = readAttempt(request);
    const signedIn = await signInVouched(deps, { attempt, chosen, browser: browserOf(request) });
    if ("refusal" in signedIn) return notPossible(request, "partner_refused", signedIn.refusal);
    return entered(request, signedIn);
  }

  function entered(request: Request, signedIn: Entered): Response {
    const ended = endedAttemptCookie(request);
    if ("providers" in signedIn)
      return htmlAnswer(renderProvidersPage({ ...signedIn, by: "portal" }), 403, [ended]);
    return seeOther(signedIn.next, [sessionCookie(request, signedIn.sessionToken), ended]);
  }

  /** One page for every reason, which only the log has: whoever forges a token learns nothing. */
  function notPossible(request: Request, event: string, reason: string): Response {
    deps.log.warn(event, { requestId: requestContext(request).requestId, reason });
    return htmlAnswer(renderNotPossiblePage(), 403, [endedAttemptCookie(request)]);
  }
}
