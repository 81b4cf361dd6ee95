import { Elysia } from "elysia";
import { ServiceError } from "../../errors.ts";
import { logPageFailure } from "../../http/log-page-failure.ts";
import { bodyBytesMax, readBody } from "../../http/read-body.ts";
import { requestContext } from "../../http/request-context.ts";
import type { Log } from "../../log.ts";
import { cookieName, readCookie } from "../../people/session-cookie.ts";
import { findSignedInMember } from "../../people/session-sql.ts";
import { hashToken } from "../../people/token.ts";
import { isFromOwnPage } from "../../web/is-from-own-page.ts";
import { renderErrorPage } from "../../web/render-message-page.ts";
import { decideApproval } from "./decide-approval.ts";
import { type LoadDeps, type LoadedApproval, loadApproval } from "./load-approval.ts";
import { approvalPageResponse } from "./page-response.ts";
import { renderApprovalPage } from "./pages/render-approval-page.ts";
import { renderClosedPage, renderReceiptPage, renderRefusedPage } from "./pages/render-outcome-page.ts";
import { readDecision } from "./read-decision.ts";

type PageContext = { request: Request; params: Record<string, string> };

const path = "/approvals/:token";

/** The page behind the link that a contact gets. GET shows, POST decides; nobody else learns the link from it. */
export function approvalRoutes(deps: LoadDeps & { log: Log; publicUrl: string }) {
  const { sql } = deps;
  return new Elysia({ detail: { hide: true } })
    .get(path, guarded(show))
    .head(path, guarded(show))
    .post(path, guarded(decide), { parse: "none" });

  function guarded(answer: (context: PageContext) => Promise<Response>) {
    return async (context: PageContext): Promise<Response> => {
      const { requestId } = requestContext(context.request);
      // The pattern, never the path: the token is a credential.
      requestContext(context.request).route = path;
      try {
        return await answer(context);
      } catch (error) {
        if (error instanceof ServiceError && error.code === "payload_too_large") {
          return approvalPageResponse(renderRefusedPage(), 413);
        }
        logPageFailure(deps.log, "approval_page_failed", { requestId, error });
        return approvalPageResponse(renderErrorPage(requestId), 503);
      }
    };
  }

  async function show({ request, params }: PageContext): Promise<Response> {
    const approval = await loadApproval(deps, params.token ?? "");
    return pageOf(approval, await signedInMember(request, approval));
  }

  async function decide({ request, params }: PageContext): Promise<Response> {
    if (!isFromOwnPage(request, deps.publicUrl)) return approvalPageResponse(renderRefusedPage(), 403);
    const token = params.token ?? "";
    const read = readDecision(request.headers, await readBody(request, bodyBytesMax));
    if (read === null) return approvalPageResponse(renderRefusedPage(), 400);
    const approval = await loadApproval(deps, token);
    const member = await signedInMember(request, approval);
    if (approval.kind !== "open" || member !== null) return pageOf(approval, member, 403);
    if ("problem" in read) {
      return approvalPageResponse(renderApprovalPage(approval.page, new Date(), read.problem), 400);
    }
    // Whether this call decided or one a moment before: the page then says what was decided.
    await decideApproval(sql, token, read.decision);
    return approvalPageResponse(null, 303, { location: `/approvals/${token}` });
  }

  /** Who of the agency is signed in in this browser: nobody decides for a client of the agency that they work for. */
  async function signedInMember(
    request: Request,
    approval: LoadedApproval,
  ): Promise<{ email: string } | null> {
    if (approval.kind !== "open") return null;
    const name = cookieName("session", requestContext(request).isSecure);
    const tokenHash = hashToken(readCookie(request.headers, name) ?? "");
    return tokenHash === null ? null : await findSignedInMember(sql, approval.agencyId, tokenHash);
  }
}

/** What a link shows. A member of the agency gets the text without the form, with `memberStatus`. */
function pageOf(
  approval: LoadedApproval,
  member: { email: string } | null,
  memberStatus: 200 | 403 = 200,
): Response {
  if (approval.kind === "closed") {
    const html = renderClosedPage(approval.reason, approval.agencyName);
    return approvalPageResponse(html, approval.reason === "unknown" ? 404 : 410);
  }
  const { kind, page } = approval;
  return approvalPageResponse(
    kind === "open" ? renderApprovalPage(page, new Date(), member) : renderReceiptPage(page),
    member === null ? 200 : memberStatus,
  );
}
