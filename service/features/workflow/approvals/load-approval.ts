import type { Sql } from "../../../floor/db/open.ts";
import type { TextReader } from "../../../press-text/markdown/text-reader.ts";
import type { ReportPicture } from "../../agencies/settings/schema.ts";
import { findPictures } from "../../agencies/settings/sql.ts";
import { newsroomOf, readAbout } from "../../newsroom/newsroom-of.ts";
import { findNewsroom } from "../../newsroom/sql.ts";
import { findVersion } from "../drafts/version-sql.ts";
import { readUnpublishedAssets, type UnpublishedAssetDeps } from "../preview/unpublished-assets.ts";
import { listApprovers } from "./approver-sql.ts";
import { listComments } from "./comment-sql.ts";
import { findByLink, type LinkedApproval } from "./link-sql.ts";
import { findPageFacts, listOtherApprovers, type PageFacts } from "./page-sql.ts";
import type { ApprovalPageInput, View } from "./pages/page-input.ts";
import type { ClosedReason } from "./pages/render-outcome-page.ts";
import { readChanges } from "./read-changes.ts";

/** The logo of the agency that asks by a link; null for a link that nobody got, and for another picture. */
export async function loadLogo(
  sql: Sql,
  { token, sha256 }: { token: string; sha256: string },
): Promise<ReportPicture | null> {
  const found = await findByLink(sql, token);
  const facts = found === null ? null : await findPageFacts(sql, found.agencyId, found);
  if (found === null || facts?.agencyLogo?.sha256 !== sha256) return null;
  const [picture] = await findPictures(sql, found.agencyId, [sha256]);
  return picture ?? null;
}

export type LoadDeps = UnpublishedAssetDeps & { sql: Sql; texts: TextReader };

/** What a link shows: the question, the decision already made, or the reason why it decides nothing. */
export type LoadedApproval =
  | { kind: "open" | "decided"; agencyId: number; page: ApprovalPageInput }
  | { kind: "closed"; reason: ClosedReason; agencyName: string | null };

/** Reads what the page of a link shows. Reading changes nothing: mail scanners and previews open links too. */
export async function loadApproval(
  deps: LoadDeps,
  token: string,
  asked: View | null,
): Promise<LoadedApproval> {
  const { sql, texts } = deps;
  const found = await findByLink(sql, token);
  if (found === null) return { kind: "closed", reason: "unknown", agencyName: null };
  const { agencyId, draftId, contactId } = found;
  const facts = await findPageFacts(sql, agencyId, found);
  const newsroom = facts === null ? null : await findNewsroom(sql, facts.clientSlug);
  if (facts === null) return { kind: "closed", reason: "unknown", agencyName: null };
  // Of an archived client.
  if (newsroom === null) return { kind: "closed", reason: "ended", agencyName: facts.agencyName };
  const reason = closedReason(found);
  if (reason !== null) return { kind: "closed", reason, agencyName: facts.agencyName };
  const [about, text, assets, reading, approvers, others, comments] = await Promise.all([
    readAbout(texts, newsroom),
    texts.read(agencyId, facts.content.bodyMarkdown),
    readUnpublishedAssets(deps, newsroom, facts.content),
    readChangesOf(deps, found, { facts, isMarked: asked !== "final" }),
    listApprovers(sql, agencyId, found.id),
    listOtherApprovers(sql, agencyId, found),
    listComments(sql, agencyId, { draftId, contactId }),
  ]);
  const decision = decisionOf(found);
  const { changes } = reading;
  const byDefault = changes?.since === "published" ? "only_changes" : "changes";
  const page: ApprovalPageInput = {
    ...found,
    ...facts,
    path: `/approvals/${token}`,
    ...assets,
    ...reading,
    text,
    decision,
    view: changes === null ? "final" : (asked ?? byDefault),
    isRecorded: found.own?.isRecorded ?? found.kind === "recorded",
    newsroom: newsroomOf(newsroom, about),
    approvers,
    others,
    earlier: comments.filter(
      // What was written before a publication has been dealt with.
      ({ draftVersion }) => draftVersion < found.draftVersion && draftVersion > (facts.publishedVersion ?? 0),
    ),
    own: comments.filter(({ approvalId }) => approvalId === found.id),
  };
  return { kind: decision === null ? "open" : "decided", agencyId, page };
}

/** Why the link decides nothing (any more); null where it does, or did. */
function closedReason({
  isReplaced,
  mayApprove,
  status,
  own,
  decidedAt,
  approverId,
  contactId,
}: LinkedApproval): ClosedReason | null {
  if (own?.status === "passed_on") return "passed_on";
  if (isReplaced) return "replaced";
  // The agency recorded the approval of somebody else, which ended this contact's request.
  if (own === null && approverId !== contactId) return "recorded";
  const hasAnswered = own === null ? decidedAt !== null : own.decidedAt !== null;
  if (hasAnswered) return null;
  // Before what became of the request: whoever may not approve gets no other one.
  if (!mayApprove) return "no_approver";
  if (status === "expired" || status === "superseded") return status;
  return status === "pending" ? null : "answered";
}

/** What the contact decided. An edit voids an approval, but not the fact that this contact gave it. */
function decisionOf({ status, own, decidedAt, comment }: LinkedApproval): ApprovalPageInput["decision"] {
  if (own !== null) {
    const isChange = own.status === "changes_requested";
    if (own.decidedAt === null) return null;
    return { ...own, status: isChange ? "changes_requested" : "approved" };
  }
  if (status === "pending") return null;
  return { status: status === "changes_requested" ? status : "approved", decidedAt, comment };
}

/** The passages of the text, and what changed since the newest version that the contact surely knows. */
async function readChangesOf(
  { sql, texts }: LoadDeps,
  { agencyId, draftId }: LinkedApproval,
  { facts, isMarked }: { facts: PageFacts; isMarked: boolean },
) {
  const { answeredVersion, publishedVersion, content, timeZone } = facts;
  const version = Math.max(answeredVersion ?? 0, publishedVersion ?? 0);
  const since = version === publishedVersion ? ("published" as const) : ("answered" as const);
  const before = version === 0 ? null : await findVersion(sql, agencyId, { draftId, version });
  const earlier = before === null ? null : { version, since, content: before.content };
  return await readChanges(texts, agencyId, { content, earlier, timeZone, isMarked });
}
