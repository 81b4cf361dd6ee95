import type { Queryable } from "../../floor/db/open.ts";
import { mailingMail } from "./mail-kinds.ts";

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
 * Notes that a mail came back after the server had taken it, and returns the contact that it went to; null where it is no mail of a
 * mailing, or came back already.
 */
export async function noteReturned(
  sql: Queryable,
  agencyId: number,
  { mailId, status }: { mailId: string; status: string },
): Promise<string | null> {
  const [row] = await sql<{ contactId: string }[]>`
    update mail
    set status = 'failed', last_error = ${`RETURNED ${status}`}
    where agency_id = ${agencyId}
      and id = ${mailId}
      and kind = ${mailingMail.name}
      and status = 'sent'
    returning details ->> 'contactId' as "contactId"
  `;
  return row?.contactId ?? null;
}

/** Whom a mail of a mailing went to; null for any other mail. */
export async function findMailContact(
  sql: Queryable,
  agencyId: number,
  mailId: string,
): Promise<{ addressKey: string } | null> {
  const [row] = await sql<{ addressKey: string }[]>`
    select details ->> 'addressKey' as "addressKey"
    from mail
    where agency_id = ${agencyId}
      and id = ${mailId}
      and kind = ${mailingMail.name}
  `;
  return row ?? null;
}
