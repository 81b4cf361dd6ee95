import type { Queryable } from "../../../../floor/db/open.ts";
import { enqueueMails } from "../../../../floor/mail/outbox/sql.ts";
import type { ApprovalRow } from "../approval-row-sql.ts";
import { reminderOf } from "../rules.ts";
import { approvalMails, mailAbout } from "./approval-mails.ts";

/** Enqueues the mails that ask contacts for their approval now, and remind each of them once. */
export async function enqueueRequests(
  transaction: Queryable,
  agencyId: number,
  { approval, contactIds }: { approval: ApprovalRow; contactIds: readonly string[] },
): Promise<void> {
  const mails = contactIds.map((id) => mailAbout(approval.id, approval.awaited === null ? null : id));
  await enqueueMails(transaction, agencyId, { kind: approvalMails.request, mails });
  const { respondBy, expiresAt } = approval;
  const remindAt = reminderOf({ requestedAt: new Date(), respondBy, expiresAt });
  if (remindAt === null) return;
  await enqueueMails(transaction, agencyId, {
    kind: approvalMails.reminder,
    mails: mails.map((mail) => ({ ...mail, dueAt: remindAt })),
  });
}
