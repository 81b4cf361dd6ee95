import type { Sql } from "../../db/open.ts";
import type { Turns } from "../../queues/take-turns.ts";
import { heldDraftOf } from "../drafts/find-draft.ts";
import { setDraftStatus } from "../drafts/sql.ts";
import { expireApproval, findLatestApproval, findOverdueDraft } from "./sql.ts";

/** Each is a short transaction of its own; a tick has ten seconds. */
const approvalsPerRound = 50;

/** Notes approvals whose time ran out: their drafts go back to `draft`. Returns true when there may be more. */
export async function expireApprovals(sql: Sql, turns: Turns, signal: AbortSignal): Promise<boolean> {
  for (let round = 0; round < approvalsPerRound; round += 1) {
    if (signal.aborted) return false;
    if ((await turns.take((agencyId) => expireNext(sql, agencyId))) === null) return false;
  }
  return true;
}

/** The id of the draft whose approval ran out, or null when the agency has none. */
async function expireNext(sql: Sql, agencyId: number): Promise<string | null> {
  const draftId = await findOverdueDraft(sql, agencyId);
  if (draftId === null) return null;
  await sql.begin(async (transaction) => {
    const draft = await heldDraftOf(transaction, agencyId, draftId);
    await expireApproval(transaction, agencyId, draftId);
    const latest = await findLatestApproval(transaction, agencyId, draftId);
    if (draft.status !== "in_approval" || latest?.status !== "expired") return;
    await setDraftStatus(transaction, agencyId, { draftId, status: "draft", approvedVersion: null });
  });
  return draftId;
}
