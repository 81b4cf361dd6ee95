import type { Queryable } from "../../floor/db/open.ts";
import { markReturned } from "../../floor/mail/outbox/about-mails-sql.ts";
import { type MailingDetails, mailingMail } from "./mail-kinds.ts";

/** Whether a mail of it waits or is under way. */
export async function hasWaitingMails(sql: Queryable, agencyId: number, id: string): Promise<boolean> {
  const waiting = await sql`
    select
    from mail
    where agency_id = ${agencyId}
      and about_id = ${id}
      and kind = ${mailingMail.name}
      and status = 'waiting'
    limit 1
  `;
  return waiting.length > 0;
}

/**
 * Why none of its mails went out, though no mailbox refused any: the mail server was away or refused us, or the service itself never came to
 * ask it. Null where one went out, was sent back, or failed because of its mailbox, which its error ends with.
 */
export async function findStopReason(
  sql: Queryable,
  agencyId: number,
  id: string,
): Promise<"mail_server" | "overdue" | null> {
  const [row] = await sql<{ reason: "mail_server" | "overdue" | null }[]>`
    select
      case
        when bool_or(
          status = 'sent'
          or last_error like 'RETURNED %'
          or last_error ~ ' (hard|soft)$'
        ) then null
        when bool_and(status <> 'failed' or last_error in ('PREPARATION', 'TOO_LATE')) then 'overdue'
        else 'mail_server'
      end as reason
    from mail
    where agency_id = ${agencyId}
      and about_id = ${id}
      and kind = ${mailingMail.name}
    having bool_or(status = 'failed')
  `;
  return row?.reason ?? null;
}

/** Whether a mail waits to be sent, as its row says. */
export async function isWaiting(sql: Queryable, agencyId: number, mailId: string): Promise<boolean> {
  const [row] = await sql<{ status: string }[]>`
    select status
    from mail
    where agency_id = ${agencyId}
      and id = ${mailId}
      and kind = ${mailingMail.name}
  `;
  return row?.status === "waiting";
}

/**
 * Notes that a mail came back after the server had taken it, and returns whom it went to; null where it is no mail of a mailing, came
 * back already, or its recipients are forgotten.
 */
export async function noteReturned(
  sql: Queryable,
  agencyId: number,
  { mailId, status }: { mailId: string; status: string },
): Promise<MailingDetails | null> {
  const row = await markReturned(sql, agencyId, { kind: mailingMail.name, id: mailId, status });
  if (row === null) return null;
  // Figures of a mailing under way are null, and stay so. The update waits for whoever counts them in this moment.
  await sql`
    update mailing
    set sent_count = sent_count - 1, undeliverable_count = undeliverable_count + 1
    where agency_id = ${agencyId}
      and id = ${row.aboutId}
  `;
  const { contactId, addressKey } = row.details;
  return typeof contactId === "string" && typeof addressKey === "string" ? { contactId, addressKey } : null;
}

/** Whom a mail of a mailing went to; null for any other mail. */
export async function findMailContact(
  sql: Queryable,
  agencyId: number,
  mailId: string,
): Promise<MailingDetails | null> {
  const [row] = await sql<MailingDetails[]>`
    select details ->> 'contactId' as "contactId", details ->> 'addressKey' as "addressKey"
    from mail
    where agency_id = ${agencyId}
      and id = ${mailId}
      and kind = ${mailingMail.name}
      and details ->> 'addressKey' is not null
  `;
  return row ?? null;
}
