import type { Sql } from "../../../floor/db/open.ts";
import { heldDraftOf } from "../drafts/find-draft.ts";
import { setDraftStatus } from "../drafts/sql.ts";
import { expireApproval, findLatestApproval, findOverdueDraft } from "./sql.ts";

/**
 * Notes an approval of the agency whose time ran out: its draft goes back to `draft`. Returns the id of the draft, or null when there is
 * none.
 */
export async function expireNextApproval(sql: Sql, agencyId: number): Promise<string | null> {
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
