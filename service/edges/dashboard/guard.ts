import { findSignedIn } from "../../features/people/find-visitor.ts";
import { canHavePasskeys } from "../../features/people/passkeys.ts";
import { rights } from "../../features/people/rights.ts";
import { toServiceError } from "../../floor/http/error-response.ts";
import { requestContext } from "../../floor/http/request-context.ts";
import { answerTrouble, showTrouble } from "./answer-trouble.ts";
import { htmlAnswer, seeOther } from "./answers.ts";
import { endedSessionCookie, readSessionToken } from "./cookies.ts";
import type { Definition } from "./definition.ts";
import type { DashboardDeps } from "./deps.ts";
import {
  forbidden,
  foreignOrigin,
  otherAgency,
  renderTroublePage,
  type Trouble,
} from "./frame/error-pages.ts";
import { takesLink } from "./takes-link.ts";
import { type Visit, visitOf } from "./visit.ts";

/** What a guard lets through; `refuse` answers what a form that was not taken shows. */
export type Guarded = {
  request: Request;
  /**
   * A page that asks a person to sign in and send again. It answers null for a form that is too large to keep for somebody who is signed
   * out; whoever could not be looked up keeps all. Null for a page that is looked at.
   */
  resend: ((trouble: Trouble, status: number, isSignedOut: boolean) => Promise<Response | null>) | null;
};

const signedOut: Trouble = {
  title: "Ihre Sitzung ist beendet",
  text: "Es wurde noch nichts gespeichert. Melden Sie sich in einem neuen Fenster an und senden Sie das Formular dann hier noch einmal.",
  link: { label: "In neuem Fenster anmelden", href: "/app/anmelden", isNewWindow: true },
};

const signedOutWithFile: Trouble = {
  ...signedOut,
  text: "Es wurde nichts gespeichert. Melden Sie sich in einem neuen Fenster an, gehen Sie hier einen Schritt zurück, füllen Sie das Formular noch einmal aus, und senden Sie es dann.",
};

const notFresh: Trouble = {
  title: "Bitte bestätigen Sie, dass Sie es sind",
  text: "Für diese Aktion muss Ihre Anmeldung jünger als zehn Minuten sein. Was Sie eingegeben haben, steht hier noch. Bestätigen Sie die Anmeldung und senden Sie das Formular dann noch einmal.",
  link: { label: "In neuem Fenster bestätigen", href: "/app/bestaetigen", isNewWindow: true },
};

/** With a passkey the form goes on at once; without a mail server it is the operator who has a link. */
async function notFreshFor(visit: Visit, deps: DashboardDeps): Promise<Trouble> {
  const { publicUrl, mailer, webauthnSource } = deps;
  const { signedIn } = visit;
  return {
    ...notFresh,
    ...(canHavePasskeys(publicUrl) && !signedIn.isOfPartner && { passkeyScript: webauthnSource }),
    ...(mailer === null &&
      (await takesLink(deps, visit)) && { command: `pr-service login --email ${signedIn.email}` }),
  };
}

/**
 * The one place that asks whether a request may do what it wants: origin, session, agency, role, fresh sign-in, in this order.
 * Answers what it refuses, and runs `answer` for the rest. Every fault ends here as a page.
 */
export async function guard(
  definition: Definition,
  deps: DashboardDeps,
  { request, resend }: Guarded,
  answer: (visit: Visit) => Promise<Response>,
): Promise<Response> {
  let visit: Visit | null = null;
  try {
    const signedIn = await signedInOf(deps, request);
    if (signedIn === null)
      return (await resend?.(signedOut, 401, true)) ?? signedOutAnswer(definition, request);
    visit = visitOf(signedIn, request);
    const refusal = refusalOf(definition, visit, request);
    if (refusal !== null) return showTrouble(refusal.trouble, { status: refusal.status, request, visit });
    // Asked where something is done, not where it is looked at: a page holds nothing but the form for it.
    if (
      definition.kind !== "page" &&
      rights[definition.action].needsFreshSignIn === true &&
      !signedIn.isFresh
    )
      return (await resend?.(await notFreshFor(visit, deps), 403, false)) ?? seeOther("/app/bestaetigen");
    return await answer(visit);
  } catch (cause) {
    const { requestId } = requestContext(request);
    const error = toServiceError(cause, deps.log, requestId);
    const isOurs = error.code === "service_unavailable" || error.code === "internal_error";
    const status = error.code === "internal_error" ? 500 : 503;
    const kept = isOurs ? await resend?.(unsaved(requestId), status, false) : null;
    return kept ?? answerTrouble(error, request, visit, requestId);
  }
}

/** The first thing that is asked of a form, before its body, its session or the database. */
export function refuseForeignOrigin(request: Request, publicUrl: string): Response | null {
  return isFromOwnOrigin(request, publicUrl) ? null : htmlAnswer(renderTroublePage(foreignOrigin), 403);
}

async function signedInOf(deps: DashboardDeps, request: Request) {
  const token = readSessionToken(request);
  return token === null ? null : await findSignedIn(deps.sql, token);
}

function refusalOf(
  definition: Definition,
  visit: Visit,
  request: Request,
): { trouble: Trouble; status: 403 | 409 } | null {
  const meant = definition.kind === "page" ? null : new URL(request.url).searchParams.get("agency");
  if (meant !== null && meant !== String(visit.agencyId)) return { trouble: otherAgency, status: 409 };
  return visit.may(definition.action) ? null : { trouble: forbidden, status: 403 };
}

/** A page leads to the sign-in and back to itself; a form with a file can't be sent again by a page of ours. */
function signedOutAnswer({ kind }: Definition, request: Request): Response {
  if (kind !== "page") return htmlAnswer(renderTroublePage(signedOutWithFile), 401);
  const path = pathOf(request);
  const query = path === "/app" ? "" : `?weiter=${encodeURIComponent(path)}`;
  return seeOther(`/app/anmelden${query}`, [endedSessionCookie(request)]);
}

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

function unsaved(requestId: string): Trouble {
  return {
    title: "Das hat gerade nicht geklappt",
    text: `Ob etwas gespeichert wurde, ist nicht sicher. Ihre Eingaben stehen hier noch: Senden Sie sie in einigen Sekunden noch einmal. Doppelt gesendet richten sie keinen Schaden an. Vorgangsnummer: ${requestId}`,
  };
}

/**
 * Whether a form was sent by a page of ours. Browsers say so in `Sec-Fetch-Site` (Fetch Metadata, W3C) or in `Origin` (Fetch,
 * "append a request Origin header"); one that says neither is refused, and one that contradicts itself is too.
 */
function isFromOwnOrigin(request: Request, publicUrl: string): boolean {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site === null && origin === null) return false;
  if (site !== null && site !== "same-origin") return false;
  return origin === null || origin === new URL(publicUrl).origin || origin === originOf(request);
}

/** Behind a proxy that ends TLS the URL says http. */
function originOf(request: Request): string {
  const scheme = requestContext(request).isSecure ? "https" : "http";
  return `${scheme}://${new URL(request.url).host}`;
}
