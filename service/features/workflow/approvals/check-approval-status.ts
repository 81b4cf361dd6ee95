import type { Sql } from "../../../floor/db/open.ts";
import { draftOf } from "../drafts/find-draft.ts";
import { pollSeconds } from "./rules.ts";
import type { CheckApprovalStatusInput, CheckApprovalStatusOutput } from "./schema.ts";
import { findLatestApproval } from "./sql.ts";

/** What became of the newest approval request of a draft, and whether its current text may be published. Throws `not_found`. */
export async function checkApprovalStatus(
  sql: Sql,
  agencyId: number,
  { draftId }: CheckApprovalStatusInput,
): Promise<CheckApprovalStatusOutput> {
  const draft = await draftOf(sql, agencyId, draftId);
  const approval = await findLatestApproval(sql, agencyId, draft.id);
  const decidedAt = approval?.decidedAt ?? null;
  return {
    approvalId: approval?.id ?? null,
    status: approval?.status ?? "none",
    requestedVersion: approval?.draftVersion ?? null,
    currentVersion: draft.version,
    publishable: draft.status === "approved" && draft.approvedVersion === draft.version,
    decidedBy: decidedAt === null ? null : (approval?.approverName ?? null),
    decidedAt: decidedAt?.toISOString() ?? null,
    comment: approval?.comment ?? null,
    expiresAt: approval?.expiresAt.toISOString() ?? null,
    recommendedPollSeconds: approval?.status === "pending" ? pollSeconds : 0,
  };
}
