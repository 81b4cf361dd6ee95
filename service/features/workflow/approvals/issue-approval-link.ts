import type { Sql } from "../../../floor/db/open.ts";
import { cancelMails, hasFailedMail } from "../../../floor/mail/outbox/about-mails-sql.ts";
import { createToken } from "../../../floor/secret-links/random-token.ts";
import { findAgencyOf } from "../../agencies/agency-of-sql.ts";
import { insertAudit } from "../../audit/sql.ts";
import { askedOf, heldPendingApproval } from "./held-approval.ts";
import { replaceLink } from "./link-sql.ts";
import { approvalMails, approvalUrl } from "./mail/approval-mails.ts";

export type IssuedLink = { approvalId: string; contactName: string; url: string; expiresAt: string };

/**
 * Makes a fresh link for an operator to hand over, who names an approval by its id alone; the older one stops working, and a mail that
 * waits is not sent, nor the reminder of one that failed. `contactId` says whose, where several are asked. Nobody who works for an agency
 * gets one: it would let them decide for the client. Throws `not_found`, and `approval_expired` or `validation_error` for one that waits for no answer any more.
 */
export async function issueApprovalLink(
  sql: Sql,
  approvalId: string,
  publicUrl: string,
  contactId?: string,
): Promise<IssuedLink> {
  const agencyId = await findAgencyOf(sql, "approval", approvalId);
  return await sql.begin(async (transaction) => {
    const approval = await heldPendingApproval(transaction, agencyId, approvalId);
    const { token, tokenHash } = createToken();
    // Locks in the same order as the sender of mails, which holds the mail when it makes its link.
    const asked = await askedOf(transaction, agencyId, { approval, contactId });
    const { request, reminder } = approvalMails;
    const about = { aboutId: approval.id, once: approval.awaited === null ? "" : asked.id };
    // It would go to the same bad address, and then count as the newest link that did not arrive.
    const isBad = await hasFailedMail(transaction, agencyId, { ...about, kind: request });
    await cancelMails(transaction, agencyId, { ...about, kinds: isBad ? [request, reminder] : [request] });
    await replaceLink(transaction, agencyId, { approvalId: approval.id, contactId: asked.id, tokenHash });
    await insertAudit(transaction, agencyId, {
      actor: { type: "operator", id: null },
      action: "approval.link_issued",
      subject: { type: "approval", id: approval.id },
    });
    return {
      approvalId: approval.id,
      contactName: asked.name,
      url: approvalUrl(publicUrl, token),
      expiresAt: approval.expiresAt.toISOString(),
    };
  });
}
