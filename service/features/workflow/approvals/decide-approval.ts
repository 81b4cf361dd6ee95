import type { Sql } from "../../../floor/db/open.ts";
import { cancelMails, enqueueMails } from "../../../floor/mail/outbox/sql.ts";
import { insertAudit } from "../../audit/sql.ts";
import { enqueueEvent } from "../../events/enqueue-event.ts";
import { heldDraftOf } from "../drafts/find-draft.ts";
import { setDraftStatus } from "../drafts/sql.ts";
import { findByLink } from "./link-sql.ts";
import { approvalMails, mailAbout } from "./mail/approval-mails.ts";
import { updateDecision } from "./sql.ts";

export type Decision = { status: "approved" | "changes_requested"; comment: string | null };

/**
 * Writes the decision of the contact who holds a link, once, and only for the very text that the link is bound to.
 * Returns false when the link decides nothing (any more): unknown, replaced, expired, superseded or used.
 */
export async function decideApproval(sql: Sql, token: string, decision: Decision): Promise<boolean> {
  return await sql.begin(async (transaction) => {
    const found = await findByLink(transaction, token);
    if (found === null) return false;
    const { agencyId } = found;
    // The draft is locked first, as everywhere, so that of an edit and a decision at once the later one sees the other.
    const draft = await heldDraftOf(transaction, agencyId, found.draftId);
    const approval = await findByLink(transaction, token);
    if (approval === null || approval.isReplaced || draft.version !== approval.draftVersion) return false;
    if (Buffer.compare(draft.contentHash, approval.contentHash) !== 0) return false;
    const decidedAt = await updateDecision(transaction, agencyId, { approvalId: approval.id, ...decision });
    if (decidedAt === null) return false;
    const { request, reminder, decision: kind } = approvalMails;
    await cancelMails(transaction, agencyId, { aboutId: approval.id, kinds: [request, reminder] });
    if (approval.requestedBy !== null)
      await enqueueMails(transaction, agencyId, { kind, mails: [mailAbout(approval.id)] });
    await setDraftStatus(transaction, agencyId, {
      draftId: draft.id,
      status: decision.status,
      approvedVersion: decision.status === "approved" ? draft.version : null,
    });
    await enqueueEvent(transaction, agencyId, {
      type: decision.status === "approved" ? "approval.granted" : "approval.changes_requested",
      data: {
        approvalId: approval.id,
        draftId: draft.id,
        draftVersion: draft.version,
        clientId: draft.clientId,
        decidedAt: decidedAt.toISOString(),
        decidedBy: approval.approverName,
        comment: decision.comment,
      },
    });
    await insertAudit(transaction, agencyId, {
      actor: { type: "contact", id: approval.approverId },
      action: decision.status === "approved" ? "approval.granted" : "approval.changes_requested",
      subject: { type: "approval", id: approval.id },
      details: {
        draftId: draft.id,
        draftVersion: draft.version,
        contentHash: Buffer.from(draft.contentHash).toString("hex"),
      },
    });
    return true;
  });
}
