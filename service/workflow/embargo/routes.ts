import { Elysia } from "elysia";
import { withinDeadline } from "../../concurrency/within-deadline.ts";
import type { Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { logPageFailure } from "../../http/log-page-failure.ts";
import { readForm } from "../../http/read-form.ts";
import { requestContext } from "../../http/request-context.ts";
import { tryPassword } from "../../http/try-password.ts";
import type { PublicPlaces } from "../../limits/public-places.ts";
import type { Limiter } from "../../limits/sliding-window.ts";
import type { Log } from "../../log.ts";
import { servicePath } from "../../newsroom/paths.ts";
import { formPageResponse } from "../../web/form-page.ts";
import { isFromOwnPage } from "../../web/is-from-own-page.ts";
import { renderErrorPage } from "../../web/render-message-page.ts";
import { hashLinkToken, isLinkToken } from "../approvals/link-token.ts";
import type { RenderDeps } from "../preview/render-unpublished.ts";
import { accessCookie, hasAccess } from "./access-cookie.ts";
import { passwordCharactersMax } from "./embargo-links.ts";
import { renderEndedPage, renderPasswordPage } from "./pages.ts";
import { renderEmbargoedRelease } from "./render-embargoed-release.ts";
// oxlint-disable-next-line pr-service/no-writing-sql -- the link itself counts how often it was opened, and nobody notes by whom.
import { countOpening, type FoundEmbargoLink, findEmbargoLink, renewEmbargoPassword } from "./sql.ts";

export type EmbargoDeps = RenderDeps & { log: Log; limiter: Limiter; publicPlaces: PublicPlaces };

type PageContext = { request: Request; params: Record<string, string> };

const path = "/vorab/:token";
/** Wrong passwords in a quarter of an hour: for one link, whoever tries, and for one client network, whatever link. */
const wrongTries = { limit: 10, windowMs: 15 * 60 * 1000 };

/** The page behind an embargo link. GET asks for the password or shows the release, POST takes the password. */
export function embargoRoutes(deps: EmbargoDeps) {
  const { sql, secrets } = deps;
  return new Elysia({ detail: { hide: true } })
    .get(path, guarded(show))
    .head(path, guarded(show))
    .post(path, guarded(open), { parse: "none" });

  function guarded(answer: (request: Request, link: FoundEmbargoLink) => Promise<Response>) {
    return async ({ request, params }: PageContext): Promise<Response> => {
      const { requestId } = requestContext(request);
      // The pattern, never the path: the token is half of the credential.
      requestContext(request).route = path;
      try {
        return await withinDeadline(answerLink(request, params.token ?? "", answer));
      } catch (error) {
        if (error instanceof ServiceError && error.code === "payload_too_large")
          return formPageResponse(renderPasswordPage("Das Passwort ist zu lang."), 413);
        logPageFailure(deps.log, "embargo_page_failed", { requestId, error });
        return formPageResponse(renderErrorPage(requestId), 503);
      }
    };
  }

  async function answerLink(
    request: Request,
    token: string,
    answer: (request: Request, link: FoundEmbargoLink) => Promise<Response>,
  ): Promise<Response> {
    const link = isLinkToken(token) ? await findEmbargoLink(sql, hashLinkToken(token)) : null;
    if (link === null) return formPageResponse(renderEndedPage(), 404);
    if (link.releaseSlug !== null)
      return formPageResponse(null, 303, { location: `${servicePath(link.clientSlug)}/${link.releaseSlug}` });
    if (link.isEnded || !link.isWaiting) return formPageResponse(renderEndedPage(), 410);
    return await answer(request, link);
  }

  async function show(request: Request, link: FoundEmbargoLink): Promise<Response> {
    if (!hasAccess(secrets, link, request.headers.get("cookie"), new Date()))
      return formPageResponse(renderPasswordPage(null), 200);
    const response = await renderEmbargoedRelease(deps, link);
    if (response === null) return formPageResponse(renderEndedPage(), 410);
    if (request.method === "GET") await countOpening(sql, link.agencyId, link.id);
    return response;
  }

  async function open(request: Request, link: FoundEmbargoLink): Promise<Response> {
    const form = await readForm(request);
    if (!isFromOwnPage(request, deps.publicUrl)) return formPageResponse(renderPasswordPage(null), 403);
    const password = form?.get("password") ?? "";
    if (password === "" || password.length > 2 * passwordCharactersMax)
      return formPageResponse(renderPasswordPage("Bitte geben Sie das Passwort ein."), 400);
    const { clientAddress, isSecure } = requestContext(request);
    const verdict = await tryPassword(deps, {
      ...{ password, passwordHash: link.passwordHash, clientAddress },
      ofLink: { name: `embargo_link:${link.id}`, ...wrongTries },
      ofNetwork: { name: "embargo_network", ...wrongTries },
    });
    if (verdict.kind === "limited") {
      const problem =
        "Es gab zu viele falsche Versuche. Bitte versuchen Sie es in einer Viertelstunde wieder.";
      const retryAfter = { "retry-after": String(wrongTries.windowMs / 1000) };
      return formPageResponse(renderPasswordPage(problem), 429, retryAfter);
    }
    if (verdict.kind === "wrong")
      return formPageResponse(renderPasswordPage("Das Passwort stimmt nicht."), 403);
    const { pathname } = new URL(request.url);
    const opened = await withRenewedHash(sql, link, verdict.renewedHash);
    const cookie = accessCookie(secrets, opened, { path: pathname, isSecure, now: new Date() });
    return formPageResponse(null, 303, { location: pathname, "set-cookie": cookie });
  }
}

async function withRenewedHash(
  sql: Sql,
  link: FoundEmbargoLink,
  passwordHash: string | null,
): Promise<FoundEmbargoLink> {
  if (passwordHash === null) return link;
  const { agencyId, id, tokenHash } = link;
  await renewEmbargoPassword(sql, agencyId, { id, seenHash: link.passwordHash, passwordHash });
  // The one that is stored now, which another reader may have made at the same moment.
  return (await findEmbargoLink(sql, tokenHash)) ?? link;
}
