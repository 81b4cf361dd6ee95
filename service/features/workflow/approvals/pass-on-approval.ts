import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { cancelMails } from "../../../floor/mail/outbox/about-mails-sql.ts";
import { insertAudit } from "../../audit/sql.ts";
import { approversMax, insertApprovers, listApprovers, updateApprover } from "./approver-sql.ts";
import { heldByLink } from "./decide-approval.ts";
import { endLinks, type LinkedApproval } from "./link-sql.ts";
import { approvalMails } from "./mail/approval-mails.ts";
import { enqueueRequests } from "./mail/enqueue-requests.ts";
import { listOtherApprovers } from "./page-sql.ts";
import { approvalValidSeconds } from "./rules.ts";
import { findApproval, updateAwaited } from "./sql.ts";

/**
 * Passes an approval on to another approver on file of the same client, who gets a mail with a link; the link of the one who passes it on ends.
 * Nobody is asked twice in a round. Returns false where the link decides nothing (any more), or the other may not be asked.
 */
export async function passOnApproval(sql: Sql, token: string, toContactId: string): Promise<boolean> {
  return await sql.begin(async (transaction) => {
    const held = await heldByLink(transaction, token);
    if (held === null) return false;
    const { approval } = held;
    const { agencyId, id: approvalId, contactId } = approval;
    const others = await listOtherApprovers(transaction, agencyId, approval);
    const other = others.find(({ id }) => id === toContactId);
    if (other === undefined) return false;
    const turn = await takeSeat(transaction, approval);
    if (turn === null) return false;
    const seat = { contactId: other.id, name: other.name, turn, status: "asked" } as const;
    await insertApprovers(transaction, agencyId, { approvalId, seats: [seat] });
    await endLinks(transaction, agencyId, { approvalId, contactId });
    const { request, reminder } = approvalMails;
    const once = approval.awaited === null ? "" : contactId;
    await cancelMails(transaction, agencyId, { aboutId: approvalId, kinds: [request, reminder], once });
    await updateAwaited(transaction, agencyId, {
      approvalId,
      approver: other,
      awaited: approval.awaited ?? 1,
      validSeconds: approvalValidSeconds,
    });
    const now = await findApproval(transaction, agencyId, approvalId);
    if (now === null) throw new Error("The approval that the transaction holds is not there.");
    await enqueueRequests(transaction, agencyId, { approval: now, contactIds: [other.id] });
    await insertAudit(transaction, agencyId, {
      actor: { type: "contact", id: contactId },
      action: "approval.passed_on",
      subject: { type: "approval", id: approvalId },
      details: { toContactId: other.id },
    });
    return true;
  });
}

/** Gives up the seat of the link's contact; returns its turn, or null where there is no more room for another. */
async function takeSeat(transaction: Queryable, approval: LinkedApproval): Promise<number | null> {
  const { agencyId, id: approvalId, contactId, contactName } = approval;
  const approvers = await listApprovers(transaction, agencyId, approvalId);
  if (approvers.length >= approversMax) return null;
  if (approval.own === null) {
    const seat = { contactId, name: contactName, turn: 1, status: "passed_on" } as const;
    await insertApprovers(transaction, agencyId, { approvalId, seats: [seat] });
    return 1;
  }
  const change = { approvalId, contactId, status: "passed_on", comment: null } as const;
  if (!(await updateApprover(transaction, agencyId, change))) return null;
  return approvers.find((each) => each.contactId === contactId)?.turn ?? 1;
}
