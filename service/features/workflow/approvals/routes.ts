import type { Sql } from "../../../floor/db/open.ts";
import { cookieName, readCookie } from "../../../floor/http/cookies.ts";
import { bodyBytesMax, readBody } from "../../../floor/http/read-body.ts";
import { requestContext } from "../../../floor/http/request-context.ts";
import { hashToken } from "../../../floor/secret-links/random-token.ts";
import {
  type PageContext,
  secretPageResponse,
  secretRoutes,
} from "../../../floor/secret-links/secret-page.ts";
import { isFromOwnPage } from "../../../floor/web/is-from-own-page.ts";
import type { Log } from "../../../log.ts";
import type { TextReader } from "../../../press-text/markdown/text-reader.ts";
import { newsroomOf, readAbout } from "../../newsroom/newsroom-of.ts";
import { findNewsroom } from "../../newsroom/sql.ts";
import { findSignedInMember } from "../../people/session-sql.ts";
import { readUnpublishedAssets, type UnpublishedAssetDeps } from "../preview/unpublished-assets.ts";
import { type Decision, decideApproval } from "./decide-approval.ts";
import { findByLink } from "./link-sql.ts";
import { findPageFacts } from "./page-sql.ts";
import type { ApprovalPageInput, FormProblem } from "./pages/page-input.ts";
import { approvalStyles } from "./pages/page-styles.ts";
import { renderApprovalPage } from "./pages/render-approval-page.ts";
import {
  type ClosedReason,
  renderClosedPage,
  renderReceiptPage,
  renderRefusedPage,
} from "./pages/render-outcome-page.ts";
import { cleanComment } from "./rules.ts";
import { commentCharactersMax } from "./schema.ts";

type Readable = Exclude<LoadedApproval, { kind: "closed" }>;
/** Who of the agency is signed in in this browser: nobody decides for a client of the agency that they work for. */
type Member = { email: string } | null;

/** A text and a comment of some pages may come over a bad line. */
const deadlineMs = 30_000;

/** What a link shows: the question, the decision already made, or the reason why it decides nothing. */
type LoadedApproval =
  | { kind: "open" | "decided"; agencyId: number; page: ApprovalPageInput }
  | { kind: "closed"; reason: ClosedReason; agencyName: string | null };

type LoadDeps = UnpublishedAssetDeps & { sql: Sql; texts: TextReader };

const statusByValue = new Map<string, Decision["status"]>([
  ["approve", "approved"],
  ["request_changes", "changes_requested"],
]);

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

/** Reads what the page of a link shows. Reading changes nothing: mail scanners and previews open links too. */
async function loadApproval(deps: LoadDeps, token: string): Promise<LoadedApproval> {
  const { sql, texts } = deps;
  const found = await findByLink(sql, token);
  if (found === null) return { kind: "closed", reason: "unknown", agencyName: null };
  const version = { draftId: found.draftId, version: found.draftVersion };
  const facts = await findPageFacts(sql, found.agencyId, version);
  const newsroom = facts === null ? null : await findNewsroom(sql, facts.clientSlug);
  if (facts === null || newsroom === null) return { kind: "closed", reason: "unknown", agencyName: null };
  const { agencyName } = facts;
  if (found.isReplaced) return { kind: "closed", reason: "replaced", agencyName };
  if (found.status === "expired") return { kind: "closed", reason: "expired", agencyName };
  if (found.status === "superseded" && found.decidedAt === null) {
    return { kind: "closed", reason: "superseded", agencyName };
  }
  const [about, text, assets] = await Promise.all([
    readAbout(texts, newsroom),
    texts.read(found.agencyId, facts.content.bodyMarkdown),
    readUnpublishedAssets(deps, newsroom, facts.content),
  ]);
  const page = { ...found, ...facts, ...assets, text, newsroom: newsroomOf(newsroom, about) };
  const { agencyId } = found;
  if (found.status === "pending") return { kind: "open", agencyId, page };
  // An edit voids an approval, but not the fact that this contact gave it.
  const decided = found.status === "superseded" ? { ...page, status: "approved" as const } : page;
  return { kind: "decided", agencyId, page: decided };
}

/** The decision that a form holds, or what the contact has to mend; null for what our form never sends. */
function readDecision(
  headers: Headers,
  body: Uint8Array,
): { decision: Decision } | { problem: FormProblem } | null {
  const mediaType = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/x-www-form-urlencoded") return null;
  const form = new URLSearchParams(new TextDecoder().decode(body));
  const status = statusByValue.get(form.get("decision") ?? "");
  if (status === undefined || form.getAll("decision").length !== 1) return null;
  const comment = cleanComment(form.get("comment") ?? "");
  const characters = [...(comment ?? "")].length;
  if (characters > commentCharactersMax) {
    const sentence = `Der Kommentar ist mit ${characters} Zeichen zu lang. Bitte kürzen Sie ihn auf höchstens ${commentCharactersMax}.`;
    return { problem: { sentence, comment: comment ?? "" } };
  }
  if (status === "changes_requested" && comment === null) {
    const sentence = "Bitte schreiben Sie kurz, was geändert werden soll.";
    return { problem: { sentence, comment: "" } };
  }
  return { decision: { status, comment } };
}
