import { textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { lockContactRow } from "./change-sql.ts";

/** Whether the objection is new, and the contact that has the address, where there is one. */
export type NotedObjection = { isNew: boolean; contactId: string | null };

/**
 * Notes an objection; one that is there keeps its day. By a link it is tied to the last mailing to the address, also one that is under
 * way, as a mail can be answered before its row says that it went out. Where the contact's address was corrected since that mail, the
 * objection covers the present one too: the page tells the person that it gets no more.
 */
export async function insertObjection(
  sql: Queryable,
  agencyId: number,
  { addressKey, how }: { addressKey: string; how: "link" | "entered" },
): Promise<NotedObjection> {
  await lockContactRow(sql, agencyId, { addressKey });
  // A statement of its own, because Citus takes no subquery among the values of an insert.
  const last = how === "link" ? await holdLastMail(sql, agencyId, addressKey) : null;
  const [row] = await sql<NotedObjection[]>`
    with added as (
      insert into media_contact_objection (agency_id, address_key, how, mailing_id)
      select ${agencyId}::integer, key, ${how}, ${last?.mailingId ?? null}::uuid
      from unnest(${textArray([...new Set([addressKey, last?.addressKey ?? addressKey])])}::uuid[]) as key
      on conflict do nothing
      returning 1
    )
    select
      exists (select from added) as "isNew",
      coalesce(
        (select id from media_contact where agency_id = ${agencyId} and address_key = ${addressKey}),
        ${last?.contactId ?? null}::uuid
      ) as "contactId"
  `;
  return row ?? { isNew: false, contactId: null };
}

/**
 * Notes objections that a file tells of; how many are new. Who gives a contact another address meanwhile takes turns with it; one that is
 * there keeps its day.
 */
export async function insertObjections(
  transaction: Queryable,
  agencyId: number,
  addressKeys: readonly string[],
): Promise<number> {
  const keys = textArray(addressKeys);
  await transaction`
    select
    from media_contact
    where agency_id = ${agencyId}
      and address_key = any (${keys}::uuid[])
    for no key update
  `;
  // A cluster says of such an insertion how many rows were selected.
  const [row] = await transaction<{ added: number }[]>`
    with added as (
      insert into media_contact_objection (agency_id, address_key, how)
      select ${agencyId}::integer, key, 'entered'
      from unnest(${keys}::uuid[]) as key
      on conflict do nothing
      returning agency_id
    )
    select count(*)::integer as added from added
  `;
  return row?.added ?? 0;
}

type LastMail = {
  mailingId: string;
  /** Of the contact that it went to, as it is now; null for one that is gone. */
  contactId: string | null;
  addressKey: string | null;
};

/** Waits for a correction of the contact's address that is under way, then reads again: the new address counts. */
async function holdLastMail(sql: Queryable, agencyId: number, addressKey: string): Promise<LastMail | null> {
  const last = await findLastMail(sql, agencyId, addressKey);
  if (last === null || last.contactId === null || last.addressKey === addressKey) return last;
  await lockContactRow(sql, agencyId, { id: last.contactId });
  return await findLastMail(sql, agencyId, addressKey);
}

async function findLastMail(sql: Queryable, agencyId: number, addressKey: string): Promise<LastMail | null> {
  const [mail] = await sql<LastMail[]>`
    select mail.about_id as "mailingId", contact.id as "contactId", contact.address_key as "addressKey"
    from mail
    left join media_contact contact
      on contact.agency_id = ${agencyId} and contact.id = (mail.details ->> 'contactId')::uuid
    where mail.agency_id = ${agencyId}
      and mail.kind = 'mailing'
      and mail.details ->> 'addressKey' = ${addressKey}
      and (mail.status = 'sent' or (mail.status = 'waiting' and mail.lease_token is not null))
    order by mail.finished_at desc
    limit 1
  `;
  return mail ?? null;
}

/** Forgets which objections came by a mailing; how many they were. */
export async function forgetMailing(sql: Queryable, agencyId: number, mailingId: string): Promise<number> {
  const changed = await sql`
    update media_contact_objection
    set mailing_id = null
    where agency_id = ${agencyId}
      and mailing_id = ${mailingId}
  `;
  return changed.count;
}

/** Whose mail a link to object comes from, and whether it has been used; null for an agency that is gone. */
export async function findObjection(
  sql: Queryable,
  agencyId: number,
  addressKey: string,
): Promise<{ agencyName: string; hasObjected: boolean } | null> {
  const [row] = await sql<{ agencyName: string; hasObjected: boolean }[]>`
    select
      name as "agencyName",
      exists (
        select
        from media_contact_objection
        where agency_id = ${agencyId}
          and address_key = ${addressKey}
      ) as "hasObjected"
    from agency
    where id = ${agencyId}
  `;
  return row ?? null;
}
