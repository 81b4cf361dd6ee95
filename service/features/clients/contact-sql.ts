import { textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { mailSpellings } from "../../floor/web/mail-address.ts";
import { type ClientContact, clientContacts } from "./persona-sql.ts";

/** A contact that has not been removed, locked until the transaction ends. */
export async function findClientContact(
  transaction: Queryable,
  agencyId: number,
  contactId: string,
): Promise<ClientContact | null> {
  const [row] = await transaction<ClientContact[]>`
    ${clientContacts(transaction, agencyId)}
      and id = ${contactId}
    for update
  `;
  return row ?? null;
}

/** Those of the addresses with which somebody of the agency signs in. */
export async function listMembersAddresses(
  sql: Queryable,
  agencyId: number,
  emails: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    select p.email
    from membership m
    join person p on p.id = m.person_id
    where m.agency_id = ${agencyId}
      and p.email = any(${textArray(emails.flatMap(mailSpellings))}::text[])
  `;
  const members = new Set(rows.map(({ email }) => email));
  return emails.filter((email) => mailSpellings(email).some((spelling) => members.has(spelling)));
}

/** Whether somebody of the agency signs in with this address, and whether this person owns the agency. */
export async function findAgencySides(
  sql: Queryable,
  agencyId: number,
  { email, personId }: { email: string; personId: string | null },
): Promise<{ isMembers: boolean; isOwner: boolean }> {
  const [row] = await sql<{ isMembers: boolean; isOwner: boolean }[]>`
    select
      exists (
        select
        from membership m
        join person p on p.id = m.person_id
        where m.agency_id = ${agencyId}
          and p.email = any(${textArray(mailSpellings(email))}::text[])
      ) as "isMembers",
      exists (
        select
        from membership
        where agency_id = ${agencyId}
          and person_id = ${personId}::uuid
          and role = 'owner'
      ) as "isOwner"
  `;
  return row ?? { isMembers: false, isOwner: false };
}

export async function updateClientContactRow(
  transaction: Queryable,
  agencyId: number,
  contact: ClientContact,
): Promise<void> {
  await transaction`
    update client_contact
    set
      name = ${contact.name},
      role = ${contact.role},
      email = ${contact.email},
      can_approve = ${contact.canApprove},
      wants_online_mail = ${contact.wantsOnlineMail}
    where agency_id = ${agencyId}
      and id = ${contact.id}
  `;
}

/** Whether the contact's answer to an approval request is awaited. */
export async function hasPendingApproval(
  transaction: Queryable,
  agencyId: number,
  contactId: string,
): Promise<boolean> {
  const [row] = await transaction<{ isPending: boolean }[]>`
    select exists (
      select
      from approval
      where agency_id = ${agencyId}
        and status = 'pending'
        and expires_at > now()
        and (
          contact_id = ${contactId}
          or id in (
            select approval_id
            from approval_approver
            where agency_id = ${agencyId}
              and contact_id = ${contactId}
              and status in ('waiting', 'asked')
          )
        )
    ) as "isPending"
  `;
  return row?.isPending === true;
}

/** Deletes a contact whom no approval names, and takes the address from one whom some name. */
export async function removeClientContactRow(
  transaction: Queryable,
  agencyId: number,
  contactId: string,
): Promise<void> {
  await transaction`
    delete from client_contact
    where agency_id = ${agencyId}
      and id = ${contactId}
      and not exists (
        select
        from approval
        where approval.agency_id = ${agencyId}
          and approval.contact_id = ${contactId}
      )
      and not exists (
        select
        from approval_approver
        where approval_approver.agency_id = ${agencyId}
          and approval_approver.contact_id = ${contactId}
      )
      and not exists (
        select
        from approval_comment
        where approval_comment.agency_id = ${agencyId}
          and approval_comment.contact_id = ${contactId}
      )
  `;
  await transaction`
    update client_contact
    set
      email = null,
      role = null,
      can_approve = false,
      wants_online_mail = false,
      removed_at = now()
    where agency_id = ${agencyId}
      and id = ${contactId}
  `;
}
