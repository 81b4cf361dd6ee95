import { ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { enqueueMails } from "../../../floor/mail/outbox/sql.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { askedOf, heldPendingApproval } from "./held-approval.ts";
import { approvalMails, mailAbout } from "./mail/approval-mails.ts";
import { canBeAsked } from "./sql.ts";

/**
 * Sends the mail of an open request once more, with a fresh link; the older one stops working. In a round of several it goes to one
 * who is asked, the first where nobody is named.
 * Throws `not_found`, `approval_expired`, `validation_error` (decided), `no_approver` (the contact has no address, or may not approve any more), `rate_limit_exceeded`.
 */
export async function resendApprovalMail(
  sql: Sql,
  agencyId: number,
  { approvalId, contactId }: { approvalId: string; contactId?: string },
  { actor }: { actor: AuditActor },
): Promise<{ contactName: string }> {
  return await sql.begin(async (transaction) => {
    const approval = await heldPendingApproval(transaction, agencyId, approvalId);
    const asked = await askedOf(transaction, agencyId, { approval, contactId });
    if (!(await canBeAsked(transaction, agencyId, asked.id))) {
      throw new ServiceError(
        "no_approver",
        `${asked.name} has no mail address, or may not approve any more. Mend the contact, or ask somebody else.`,
      );
    }
    const mail = mailAbout(approval.id, approval.awaited === null ? null : asked.id);
    // A contact gets no second mail within ten minutes, however often somebody presses the button.
    const again = { pause: transaction`interval '10 minutes'` };
    const enqueued = await enqueueMails(transaction, agencyId, {
      kind: approvalMails.request,
      mails: [mail],
      again,
    });
    if (enqueued === 0) {
      throw new ServiceError(
        "rate_limit_exceeded",
        "A mail waits to be sent, or was sent in the last ten minutes. Try again later.",
      );
    }
    await insertAudit(transaction, agencyId, {
      actor,
      action: "approval.mail_repeated",
      subject: { type: "approval", id: approval.id },
    });
    return { contactName: asked.name };
  });
}
