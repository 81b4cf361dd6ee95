import { cookieName, readCookie } from "../../../floor/http/cookies.ts";
import { bodyBytesMax, readForm } from "../../../floor/http/read-body.ts";
import { requestContext } from "../../../floor/http/request-context.ts";
import { hashToken } from "../../../floor/secret-links/random-token.ts";
import {
  type PageContext,
  secretHeaders,
  secretPageResponse,
  secretRoutes,
} from "../../../floor/secret-links/secret-page.ts";
import { isFromOwnPage } from "../../../floor/web/is-from-own-page.ts";
import type { Log } from "../../../log.ts";
import type { ReportPicture } from "../../agencies/settings/schema.ts";
import { findSignedInMember } from "../../people/session-sql.ts";
import { decideApproval } from "./decide-approval.ts";
import { type LoadDeps, type LoadedApproval, loadApproval, loadLogo } from "./load-approval.ts";
import type { ApprovalPageInput, Entry, View } from "./pages/page-input.ts";
import { approvalStyles } from "./pages/page-styles.ts";
import { renderApprovalPage, viewNames } from "./pages/render-approval-page.ts";
import { accentOf } from "./pages/render-frame.ts";
import { renderClosedPage, renderReceiptPage, renderRefusedPage } from "./pages/render-outcome-page.ts";
import { passOnApproval } from "./pass-on-approval.ts";
import { readDecision, readTyped } from "./read-decision.ts";

type Readable = Exclude<LoadedApproval, { kind: "closed" }>;
/** Who of the agency is signed in in this browser: nobody decides for a client of the agency that they work for. */
type Member = { email: string } | null;

/** A text and a comment of some pages may come over a bad line. */
const deadlineMs = 30_000;

/** The page behind the link that a contact gets. GET shows, POST decides; nobody else learns the link from it. */
export function approvalRoutes(deps: LoadDeps & { log: Log; publicUrl: string }) {
  const { sql, log } = deps;
  const logo = secretRoutes<ReportPicture>({
    route: "/approvals/:token/logo/:sha256",
    log,
    refuse: refused,
    open: async ({ token, params }) =>
      (await loadLogo(sql, { token, sha256: params.sha256 ?? "" })) ??
      secretPageResponse(renderClosedPage("unknown", null), 404, { style: approvalStyles }),
    show: ({ bytes, mediaType }) =>
      new Response(new Uint8Array(bytes), { headers: { ...secretHeaders, "content-type": mediaType } }),
  });
  return secretRoutes<Readable>({
    route: "/approvals/:token",
    log,
    deadlineMs,
    refuse: refused,
    open: async ({ token, request }) => {
      const approval = await loadApproval(deps, token, viewOf(request));
      if (approval.kind !== "closed") return approval;
      const isForm = request.method === "POST" && approval.reason !== "unknown";
      const typed = isForm ? readTyped(await readForm(request, bodyBytesMax)) : [];
      const page = renderClosedPage(approval.reason, approval.agencyName, typed);
      return secretPageResponse(page, approval.reason === "unknown" ? 404 : 410, { style: approvalStyles });
    },
    show: async (approval, { request }) => pageOf(approval, await signedInMember(request, approval), 200),
    act,
  }).use(logo);

  async function act(approval: Readable, { request, token }: PageContext): Promise<Response> {
    if (!isFromOwnPage(request, deps.publicUrl)) return refused(403);
    const { page } = approval;
    const words = { ...page.content, passages: page.passages };
    const read = readDecision(await readForm(request, bodyBytesMax), words);
    if (read === null) return refused(400);
    const member = await signedInMember(request, approval);
    if (approval.kind !== "open" || member !== null) return pageOf(approval, member, 403);
    if (read.kind === "entry") return askAgain(page, read.entry);
    // Whether this call decided or one a moment before: the page then says what was decided.
    if (read.kind === "decision") await decideApproval(sql, token, read.decision);
    else if (!(await passOnApproval(sql, token, read.contactId))) return refused(400);
    return secretPageResponse(null, 303, { headers: { location: `/approvals/${token}` } });
  }

  async function signedInMember(request: Request, { kind, agencyId }: Readable): Promise<Member> {
    if (kind !== "open") return null;
    const name = cookieName("session", requestContext(request).isSecure);
    const tokenHash = hashToken(readCookie(request.headers, name) ?? "");
    return tokenHash === null ? null : await findSignedInMember(sql, agencyId, tokenHash);
  }
}

/** The view that a link of the page asks for; null where it leaves that to us. */
function viewOf({ url }: Request): View | null {
  const asked = new URL(url).searchParams.get("ansicht");
  return (Object.keys(viewNames) as View[]).find((view) => viewNames[view] === asked) ?? null;
}

/** What a link shows. A member of the agency gets the text without the form, with `memberStatus`. */
function pageOf({ kind, page }: Readable, member: Member, memberStatus: 200 | 403): Response {
  if (kind === "decided")
    return answer({ page: renderReceiptPage(page, new Date()), script: null }, page, 200);
  const entry = member === null ? null : ({ kind: "member", ...member } as const);
  return answer(renderApprovalPage(page, new Date(), entry), page, member === null ? 200 : memberStatus);
}

/** The page with what was typed: a question is no refusal. */
function askAgain(page: ApprovalPageInput, entry: Entry): Response {
  return answer(renderApprovalPage(page, new Date(), entry), page, entry.kind === "problem" ? 400 : 200);
}

function refused(status: 400 | 403 | 413): Response {
  return secretPageResponse(renderRefusedPage(), status, { style: approvalStyles });
}

function answer(
  { page, script }: { page: string; script: string | null },
  look: ApprovalPageInput,
  status: 200 | 400 | 403,
): Response {
  const accent = accentOf(look);
  const style = accent === null ? approvalStyles : [approvalStyles, accent];
  return secretPageResponse(page, status, { style, script });
}
