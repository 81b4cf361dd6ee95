import type { Sql } from "../db/open.ts";
import { heldDraftOf } from "../drafts/find-draft.ts";
import { setDraftStatus } from "../drafts/sql.ts";
import { expireApproval, findLatestApproval, findOverdueApprovals } from "./sql.ts";

/** Each is a short transaction of its own; a tick has ten seconds. */
const approvalsPerRound = 50;

/** Notes approvals whose time ran out: their drafts go back to `draft`. Returns true when there may be more. */
export async function expireApprovals(sql: Sql, signal: AbortSignal): Promise<boolean> {
  const overdue = await findOverdueApprovals(sql, approvalsPerRound);
  for (const { agencyId, draftId } of overdue) {
    if (signal.aborted) return false;
    await sql.begin(async (transaction) => {
      const draft = await heldDraftOf(transaction, agencyId, draftId);
      await expireApproval(transaction, agencyId, draftId);
      const latest = await findLatestApproval(transaction, agencyId, draftId);
      if (draft.status !== "in_approval" || latest?.status !== "expired") return;
      await setDraftStatus(transaction, agencyId, { draftId, status: "draft", approvedVersion: null });
    });
  }
  return overdue.length === approvalsPerRound;
}
