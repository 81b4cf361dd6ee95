import type { Queryable } from "../../floor/db/open.ts";

/** Whether the objection is new, and the contact that has the address, where there is one. */
export type NotedObjection = { isNew: boolean; contactId: string | null };

/**
 * Notes an objection, by a link with the last mailing that went to the address. A mail may be answered before its row says that it went
 * out: its sender holds it then. One that is there keeps its day.
 */
export async function insertObjection(
  sql: Queryable,
  agencyId: number,
  { addressKey, how }: { addressKey: string; how: "link" | "entered" },
): Promise<NotedObjection> {
  // A statement of its own, because Citus takes no subquery among the values of an insert.
  const mailingId = how === "link" ? await findLastMailing(sql, agencyId, addressKey) : null;
  const [row] = await sql<NotedObjection[]>`
    with added as (
      insert into media_contact_objection (agency_id, address_key, how, mailing_id)
      values (${agencyId}, ${addressKey}, ${how}, ${mailingId})
      on conflict do nothing
      returning 1
    )
    select
      exists (select from added) as "isNew",
      (
        select id from media_contact where agency_id = ${agencyId} and address_key = ${addressKey}
      ) as "contactId"
  `;
  return row ?? { isNew: false, contactId: null };
}

async function findLastMailing(sql: Queryable, agencyId: number, addressKey: string): Promise<string | null> {
  const [mail] = await sql<{ mailingId: string }[]>`
    select about_id as "mailingId"
    from mail
    where agency_id = ${agencyId}
      and kind = 'mailing'
      and details ->> 'addressKey' = ${addressKey}
      and (status = 'sent' or (status = 'waiting' and lease_token is not null))
    order by finished_at desc
    limit 1
  `;
  return mail?.mailingId ?? null;
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
