import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { cancelMails } from "../../../floor/mail/outbox/about-mails-sql.ts";
import { enqueueMails } from "../../../floor/mail/outbox/sql.ts";
import { insertAudit } from "../../audit/sql.ts";
import { enqueueEvent } from "../../events/enqueue-event.ts";
import { enqueueStamps } from "../../stamps/sql.ts";
import { heldDraftOf } from "../drafts/find-draft.ts";
import { type DraftRow, setDraftStatus } from "../drafts/sql.ts";
import { askNextTurn, listApprovers, updateApprover } from "./approver-sql.ts";
import { insertComments } from "./comment-sql.ts";
import { decisionEventOf } from "./decision-event.ts";
import { findByLink, type LinkedApproval } from "./link-sql.ts";
import { approvalMails, mailAbout } from "./mail/approval-mails.ts";
import { enqueueRequests } from "./mail/enqueue-requests.ts";
import { approvalValidSeconds } from "./rules.ts";
import type { PassageComment } from "./schema.ts";
import { findApproval, updateAwaited, updateDecision } from "./sql.ts";

export type Decision = {
  status: "approved" | "changes_requested";
  comment: string | null;
  /** On words of the very version that the link shows. */
  passages?: readonly PassageComment[];
};

/**
 * Writes the decision of the contact who holds a link, once, and only for the very text that the link is bound to. In a round of
 * several the text is approved with the last yes, and one wish for changes ends it.
 * Returns false when the link decides nothing (any more): unknown, replaced, expired, superseded, passed on or used.
 */
export async function decideApproval(sql: Sql, token: string, decision: Decision): Promise<boolean> {
  return await sql.begin(async (transaction) => {
    const held = await heldByLink(transaction, token);
    if (held === null) return false;
    const { draft, approval } = held;
    const { agencyId, contactId } = approval;
    const approvalId = approval.id;
    const { status, comment, passages = [] } = decision;
    if (approval.awaited !== null) {
      const answer = { approvalId, contactId, status, comment };
      if (!(await updateApprover(transaction, agencyId, answer))) return false;
    }
    await insertComments(transaction, agencyId, { approvalId, contactId, passages, whole: comment });
    const { request, reminder } = approvalMails;
    const isOpen = status === "approved" && (await askFurther(transaction, approval));
    await cancelMails(transaction, agencyId, {
      aboutId: approvalId,
      kinds: [request, reminder],
      ...(isOpen && { once: contactId }),
    });
    if (!isOpen) await endRound(transaction, { draft, approval, decision });
    await insertAudit(transaction, agencyId, {
      actor: { type: "contact", id: contactId },
      action: isOpen ? "approval.given" : `approval.${status === "approved" ? "granted" : status}`,
      subject: { type: "approval", id: approvalId },
      details: {
        draftId: draft.id,
        draftVersion: draft.version,
        contentHash: Buffer.from(draft.contentHash).toString("hex"),
      },
    });
    return true;
  });
}

/**
 * The open approval of a link and its draft, both as they stay until the transaction ends. Null for a link that decides nothing (any
 * more), or whose text is another by now.
 */
export async function heldByLink(
  transaction: Queryable,
  token: string,
): Promise<{ draft: DraftRow; approval: LinkedApproval } | null> {
  const found = await findByLink(transaction, token);
  if (found === null) return null;
  // The draft is locked first, as everywhere, so that of an edit and a decision at once the later one sees the other.
  const draft = await heldDraftOf(transaction, found.agencyId, found.draftId);
  const approval = await findByLink(transaction, token);
  if (approval === null || approval.isReplaced || approval.status !== "pending") return null;
  if (!approval.mayApprove) return null;
  if (approval.own !== null && approval.own.status !== "asked") return null;
  const isSameText = Buffer.compare(draft.contentHash, approval.contentHash) === 0;
  return isSameText && draft.version === approval.draftVersion ? { draft, approval } : null;
}

/** Turns to those of a round who have not answered; false where nobody is left. */
export async function askFurther(
  transaction: Queryable,
  approval: Pick<LinkedApproval, "agencyId" | "id" | "awaited">,
): Promise<boolean> {
  if (approval.awaited === null) return false;
  const { agencyId, id: approvalId } = approval;
  const asked = await askNextTurn(transaction, agencyId, approvalId);
  const approvers = await listApprovers(transaction, agencyId, approvalId);
  const missing = approvers.filter(({ status }) => status === "asked" || status === "waiting");
  const [next] = missing;
  if (next === undefined) return false;
  await updateAwaited(transaction, agencyId, {
    approvalId,
    approver: { id: next.contactId, name: next.name },
    awaited: missing.length,
    ...(asked.length > 0 && { validSeconds: approvalValidSeconds }),
  });
  const now = await findApproval(transaction, agencyId, approvalId);
  if (now !== null && asked.length > 0) {
    const contactIds = asked.map(({ contactId }) => contactId);
    await enqueueRequests(transaction, agencyId, { approval: now, contactIds });
  }
  return true;
}

async function endRound(
  transaction: Queryable,
  { draft, approval, decision }: { draft: DraftRow; approval: LinkedApproval; decision: Decision },
): Promise<void> {
  const { agencyId, id: approvalId, contactId, contactName, requestedBy } = approval;
  const { status, comment } = decision;
  const approver = { id: contactId, name: contactName };
  const decidedAt = await updateDecision(transaction, agencyId, { approvalId, status, comment, approver });
  if (decidedAt === null) throw new Error("The approval that the transaction holds is not open.");
  if (requestedBy !== null) {
    const kind = approvalMails.decision;
    await enqueueMails(transaction, agencyId, { kind, mails: [mailAbout(approvalId)] });
  }
  await setDraftStatus(transaction, agencyId, {
    draftId: draft.id,
    status,
    approvedVersion: status === "approved" ? draft.version : null,
  });
  await enqueueStamps(transaction, agencyId, { type: "approval", ids: [approvalId] });
  const facts = { draft, approvalId, decidedAt, decidedBy: contactName, kind: approval.kind, ...decision };
  await enqueueEvent(transaction, agencyId, await decisionEventOf(transaction, agencyId, facts));
}
