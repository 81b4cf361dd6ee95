import { textArray } from "../../floor/db/array-literals.ts";
import { inTransaction } from "../../floor/db/in-transaction.ts";
import type { Queryable } from "../../floor/db/open.ts";
import type { BlockedReason } from "./country-rules.ts";
import { inListFragment, type StoredList } from "./lists-sql.ts";
import { contactsOf, type SealedContact, sealedColumns } from "./sql.ts";

/** A contact that was chosen, and by how many of the lists and by name. */
export type ChosenContact = SealedContact & { ways: number; isOfClient: boolean };

/** Chosen contacts behind an id, in the order of their ids. */
export async function listChosen(
  sql: Queryable,
  agencyId: number,
  input: {
    clientId: number;
    lists: readonly StoredList[];
    contactIds: readonly string[];
    afterId: string;
    rowsMax: number;
  },
): Promise<ChosenContact[]> {
  const { clientId, lists, contactIds, afterId, rowsMax } = input;
  const ways = lists.reduce(
    (sum, list) => sql`${sum} + ${inListFragment(sql, agencyId, list)}::integer`,
    sql`(c.id = any (${textArray(contactIds)}::uuid[]))::integer`,
  );
  return await sql<ChosenContact[]>`
    select *
    from (
      select
        ${sealedColumns(sql)},
        ${ways} as ways,
        c.client_ids is null or ${clientId}::integer = any (c.client_ids) as "isOfClient"
      ${contactsOf(sql, agencyId)}
        and c.id > ${afterId}::uuid
        ${lists.length > 0 ? sql`` : sql`and c.id = any (${textArray(contactIds)}::uuid[])`}
    ) as chosen
    where ways > 0
    order by id
    limit ${rowsMax}
  `;
}

/** Notes that mails went out: that is what keeps a contact, and where they told what article 14 asks for, it is informed. */
export async function noteMailed(
  sql: Queryable,
  agencyId: number,
  { contactIds, isInformed }: { contactIds: readonly string[]; isInformed: boolean },
): Promise<void> {
  await sql`
    update media_contact
    set
      mailed_at = now(),
      deletion_shown_at = null
      ${isInformed ? sql`, informed_at = least(informed_at, now()), informed_how = coalesce(informed_how, 'mailing')` : sql``}
    where agency_id = ${agencyId}
      and id = any (${textArray(contactIds)}::uuid[])
  `;
}

/** Soft bounces that end an address, and the days in which they have to come. */
const softBouncesMax = 3;
const softBounceDays = 14;

/**
 * Notes that a mail to this address of a contact came back: a hard bounce ends the address at once, soft ones the third within 14
 * days. Returns whether that has ended it. An address that was put right since is not blocked by a mail that went to the old one.
 */
export async function noteBounce(
  sql: Queryable,
  agencyId: number,
  { contactId, addressKey, isHard }: { contactId: string; addressKey: string; isHard: boolean },
): Promise<boolean> {
  return await inTransaction(sql, async (transaction) => {
    const ofContact = transaction`
      agency_id = ${agencyId} and id = ${contactId} and address_key = ${addressKey}
    `;
    const [contact] = await transaction<{ isOpen: boolean; latest: string[] }[]>`
      select
        undeliverable_at is null as "isOpen",
        array(
          select moment::text
          from unnest(soft_bounces || ${isHard ? transaction`'{}'::timestamptz[]` : transaction`array[now()]`}) as moment
          where moment > now() - ${softBounceDays} * interval '1 day'
          order by moment desc
          limit ${softBouncesMax}
        ) as latest
      from media_contact
      where ${ofContact}
      for update
    `;
    if (contact === undefined) return false;
    const { isOpen, latest } = contact;
    const hasEnded = isOpen && (isHard || latest.length >= softBouncesMax);
    await transaction`
      update media_contact
      set
        soft_bounces = ${textArray(latest)}::timestamptz[]
        ${hasEnded ? transaction`, undeliverable_at = now()` : transaction``}
      where ${ofContact}
    `;
    return hasEnded;
  });
}

/** Why somebody who was chosen gets no mail. Each contact stands once; `duplicate` counts further ways by which it was chosen. */
export type LeftOut = {
  objected: number;
  bounced: number;
  otherClient: number;
  blockedByCountry: number;
  blocked: { country: string; reason: BlockedReason; contacts: number }[];
  duplicate: number;
  /** Chosen by name, and gone since. */
  gone: number;
};

/** The contacts that have the addresses of these keys. */
export async function listContactKeys(
  sql: Queryable,
  agencyId: number,
  keys: readonly string[],
): Promise<{ id: string; key: string }[]> {
  return await sql<{ id: string; key: string }[]>`
    select id, address_key as key
    from media_contact
    where agency_id = ${agencyId}
      and address_key = any (${textArray(keys)}::uuid[])
    limit ${keys.length}
  `;
}
