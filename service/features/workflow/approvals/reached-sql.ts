import type { PendingQuery, Row } from "postgres";
import type { Queryable } from "../../../floor/db/open.ts";
import { approvalMails } from "./mail/approval-mails.ts";

type Fragment = PendingQuery<Row[]>;

/** Whether the contact has got the reminder about the approval `a` after its mail `m` had failed. `once` is that of both mails. */
export function isReminded(sql: Queryable, agencyId: number, once: Fragment) {
  return sql`
    exists (
      select
      from mail reminder
      where reminder.agency_id = ${agencyId}
        and reminder.about_id = a.id
        and reminder.kind = ${approvalMails.reminder.name}
        and reminder.once = ${once}
        and reminder.status = 'sent'
        and reminder.finished_at > m.finished_at
    )
  `;
}

/**
 * Whether the operator has handed the contact a link for the approval `a` in place of its mail `m`. A reminder makes a link too, before it is
 * known whether it arrives.
 */
export function isHandedOver(
  sql: Queryable,
  agencyId: number,
  { contactId, once }: { contactId: Fragment; once: Fragment },
) {
  return sql`
    exists (
      select
      from approval_link l
      left join mail reminder
        on reminder.agency_id = ${agencyId}
        and reminder.about_id = l.approval_id
        and reminder.kind = ${approvalMails.reminder.name}
        and reminder.once = ${once}
        and reminder.attempts > 0
        and reminder.status <> 'cancelled'
      where l.agency_id = ${agencyId}
        and l.approval_id = a.id
        and coalesce(l.contact_id, a.contact_id) = ${contactId}
        and l.replaced_at is null
        and (
          -- The link that has cancelled the mail.
          l.created_at = m.finished_at
          or l.created_at > coalesce(
            greatest(m.finished_at, case when reminder.about_id is not null then coalesce(reminder.finished_at, now()) end),
            a.requested_at - interval '1 second'
          )
        )
    )
  `;
}
