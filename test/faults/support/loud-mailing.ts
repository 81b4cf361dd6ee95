import { insertContactList } from "../../../service/features/media-contacts/lists-sql.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { fillContacts } from "../../features/mailings/fill-contacts.ts";
import { type Desk, sendMailing } from "../../features/mailings/support.ts";
import type { LoudAgency } from "./loud-activities.ts";

/** More than go out while it is measured. */
const mailingRecipients = 5_000;

/** The agency's list of journalists. */
export async function fillDesk(
  sql: Sql,
  { agencyId, pressReleaseId: releaseId }: Pick<LoudAgency, "agencyId" | "pressReleaseId">,
): Promise<Desk> {
  const [client] = await sql<{ clientId: number; clientSlug: string }[]>`
    select c.id as "clientId", c.slug as "clientSlug"
    from release r
    join client c on c.agency_id = r.agency_id and c.id = r.client_id
    where r.agency_id = ${agencyId} and r.id = ${releaseId}`;
  if (client === undefined) throw new Error("The loud agency has no release.");
  const listId = Bun.randomUUIDv7();
  await insertContactList(sql, agencyId, { id: listId, name: "Presse", clientId: null, condition: null });
  await fillContacts(sql, { agencyId, listId }, mailingRecipients);
  return { agencyId, ...client, releaseId, listId };
}

/** Begins a mailing to all of them, which the service prepares and sends. */
export async function beginMailing(sql: Sql, desk: Desk): Promise<void> {
  await sendMailing(sql, desk, {}, mailingRecipients);
}

/** Takes what is left of it out of the outbox. */
export async function endMailing(sql: Sql, { agencyId }: Desk): Promise<void> {
  await sql`
    update mail
    set status = 'cancelled', due_at = null, finished_at = now()
    where agency_id = ${agencyId} and kind = 'mailing' and status = 'waiting' and lease_token is null`;
}

/** The mails of its mailings that the mail server has taken. */
export async function countSent(sql: Sql, { agencyId }: Desk): Promise<number> {
  const [row] = await sql<{ sent: number }[]>`
    select count(*)::integer as sent
    from mail
    where agency_id = ${agencyId} and kind = 'mailing' and status = 'sent'`;
  return row?.sent ?? 0;
}
