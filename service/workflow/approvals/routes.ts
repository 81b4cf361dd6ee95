import { cookieName, readCookie } from "../../http/cookies.ts";
import { bodyBytesMax, readBody } from "../../http/read-body.ts";
import { requestContext } from "../../http/request-context.ts";
import type { Log } from "../../log.ts";
import { findSignedInMember } from "../../people/session-sql.ts";
import { hashToken } from "../../secret-links/random-token.ts";
import { type PageContext, secretPageResponse, secretRoutes } from "../../secret-links/secret-page.ts";
import { isFromOwnPage } from "../../web/is-from-own-page.ts";
import { decideApproval } from "./decide-approval.ts";
import { type LoadDeps, type LoadedApproval, loadApproval } from "./load-approval.ts";
import { approvalStyles } from "./pages/page-styles.ts";
import { renderApprovalPage } from "./pages/render-approval-page.ts";
import { renderClosedPage, renderReceiptPage, renderRefusedPage } from "./pages/render-outcome-page.ts";
import { readDecision } from "./read-decision.ts";

type Readable = Exclude<LoadedApproval, { kind: "closed" }>;
/** Who of the agency is signed in in this browser: nobody decides for a client of the agency that they work for. */
type Member = { email: string } | null;

/** A text and a comment of some pages may come over a bad line. */
const deadlineMs = 30_000;

/** The page behind the link that a contact gets. GET shows, POST decides; nobody else learns the link from it. */
export function approvalRoutes(deps: LoadDeps & { log: Log; publicUrl: string }) {
  const { sql, log } = deps;
  return secretRoutes<Readable>({
    route: "/approvals/:token",
    log,
    deadlineMs,
    refuse: refused,
    open: async ({ token }) => {
      const approval = await loadApproval(deps, token);
      if (approval.kind !== "closed") return approval;
      const page = renderClosedPage(approval.reason, approval.agencyName);
      return answer(page, approval.reason === "unknown" ? 404 : 410);
    },
    show: async (approval, { request }) => pageOf(approval, await signedInMember(request, approval), 200),
    act: decide,
  });

  async function decide(approval: Readable, { request, token }: PageContext): Promise<Response> {
    if (!isFromOwnPage(request, deps.publicUrl)) return refused(403);
    const read = readDecision(request.headers, await readBody(request, bodyBytesMax));
    if (read === null) return refused(400);
    const member = await signedInMember(request, approval);
    if (approval.kind !== "open" || member !== null) return pageOf(approval, member, 403);
    if ("problem" in read) return answer(renderApprovalPage(approval.page, new Date(), read.problem), 400);
    // Whether this call decided or one a moment before: the page then says what was decided.
    await decideApproval(sql, token, read.decision);
    return secretPageResponse(null, 303, { headers: { location: `/approvals/${token}` } });
  }

  async function signedInMember(request: Request, { kind, agencyId }: Readable): Promise<Member> {
    if (kind !== "open") return null;
    const name = cookieName("session", requestContext(request).isSecure);
    const tokenHash = hashToken(readCookie(request.headers, name) ?? "");
    return tokenHash === null ? null : await findSignedInMember(sql, agencyId, tokenHash);
  }
}

/** What a link shows. A member of the agency gets the text without the form, with `memberStatus`. */
function pageOf({ kind, page }: Readable, member: Member, memberStatus: 200 | 403): Response {
  return answer(
    kind === "open" ? renderApprovalPage(page, new Date(), member) : renderReceiptPage(page),
    member === null ? 200 : memberStatus,
  );
}

function refused(status: 400 | 403 | 413): Response {
  return answer(renderRefusedPage(), status);
}

function answer(page: string, status: 200 | 400 | 403 | 404 | 410 | 413): Response {
  return secretPageResponse(page, status, { style: approvalStyles });
}
