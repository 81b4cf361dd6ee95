import { integerArray } from "../../floor/db/array-literals.ts";
import { byLetters } from "../../floor/db/by-letters.ts";
import type { Queryable } from "../../floor/db/open.ts";

/** What a form offers to choose from. */
const contactsShownMax = 100;

/** Contacts of these clients who have a mail address, by client and name. */
export async function listContactsOfClients(
  sql: Queryable,
  agencyId: number,
  clientIds: readonly number[],
): Promise<{ name: string; email: string; clientName: string }[]> {
  return await sql<{ name: string; email: string; clientName: string }[]>`
    select contact.name, contact.email, client.name as "clientName"
    from client_contact as contact
    join client on client.agency_id = contact.agency_id and client.id = contact.client_id
    where contact.agency_id = ${agencyId}
      and contact.client_id = any(${integerArray(clientIds)}::integer[])
      and contact.email is not null
      and contact.removed_at is null
    order by ${byLetters(sql, sql`client.name`)}, ${byLetters(sql, sql`contact.name`)}, contact.id
    limit ${contactsShownMax}
  `;
}
