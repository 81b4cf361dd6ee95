import type { Sql } from "../../../floor/db/open.ts";
import { draftOf } from "../drafts/find-draft.ts";
import { wasStopped } from "../releases/workflow-sql.ts";
import { type ApproverRow, listApprovers } from "./approver-sql.ts";
import type { ApproverSeen, CommentOnPassage } from "./comment-schema.ts";
import { type CommentRow, listComments } from "./comment-sql.ts";
import { linesOf } from "./decision-event.ts";
import { pollSeconds } from "./rules.ts";
import type { CheckApprovalStatusInput, CheckApprovalStatusOutput } from "./schema.ts";
import { findLatestApproval } from "./sql.ts";

/** What became of the newest approval request of a draft, and whether a program may publish its current text. Throws `not_found`. */
export async function checkApprovalStatus(
  sql: Sql,
  agencyId: number,
  { draftId }: CheckApprovalStatusInput,
): Promise<CheckApprovalStatusOutput> {
  const draft = await draftOf(sql, agencyId, draftId);
  const approval = await findLatestApproval(sql, agencyId, draft.id);
  const decidedAt = approval?.decidedAt ?? null;
  const about = approval === null ? null : { draftId: draft.id, approvalId: approval.id };
  const [approvers, comments] = await Promise.all([
    about === null ? [] : listApprovers(sql, agencyId, about.approvalId),
    about === null ? [] : listComments(sql, agencyId, about),
  ]);
  const onPassages = comments.filter(({ quote }) => quote !== null);
  return {
    approvalId: approval?.id ?? null,
    status: approval?.status ?? "none",
    requestedVersion: approval?.draftVersion ?? null,
    currentVersion: draft.version,
    // What the agency recorded, or somebody stopped, people publish, and no program.
    publishable:
      draft.status === "approved" &&
      draft.approvedVersion === draft.version &&
      approval?.kind !== "recorded" &&
      !(await wasStopped(sql, agencyId, draft)),
    decidedBy: decidedAt === null ? null : (approval?.approverName ?? null),
    decidedAt: decidedAt?.toISOString() ?? null,
    comment: approval?.comment ?? linesOf(onPassages),
    ...(onPassages.length > 0 && { comments: onPassages.map(describeComment) }),
    ...(approval !== null && { kind: approval.kind }),
    ...(approvers.length > 0 && { approvers: approvers.map(describeApprover) }),
    expiresAt: approval?.expiresAt.toISOString() ?? null,
    recommendedPollSeconds: approval?.status === "pending" ? pollSeconds : 0,
  };
}

/** One of several approvers as agents read it. */
export function describeApprover(approver: ApproverRow): ApproverSeen {
  const { name, status, decidedAt, comment, isRecorded } = approver;
  return {
    name,
    status,
    ...(decidedAt !== null && { decidedAt: decidedAt.toISOString() }),
    ...(comment !== null && { comment }),
    ...(isRecorded && { kind: "recorded" }),
  };
}

/** A comment as agents read it. */
export function describeComment({ quote, comment, contactName, doneAt }: CommentRow): CommentOnPassage {
  return {
    ...(quote !== null && { quote }),
    comment,
    contactName,
    ...(doneAt !== null && { doneAt: doneAt.toISOString() }),
  };
}
