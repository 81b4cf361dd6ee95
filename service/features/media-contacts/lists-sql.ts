import type { PendingQuery, Row } from "postgres";
import { integerArray, textArray } from "../../floor/db/array-literals.ts";
import { byLetters } from "../../floor/db/by-letters.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { lockAgency } from "../agencies/sql.ts";
import type { Scope } from "./schema.ts";

/** What a contact has to have to be in a list: one of each that is named. Empty ones ask for nothing. */
type ListCondition = {
  topics: string[];
  regions: string[];
  media: string[];
  languages: string[];
  countries: string[];
  /** Contacts that are for one of these clients by name. */
  clientIds: number[];
};

/** `condition` is null for a list by hand; `clientId` is null for one of all clients. */
export type StoredList = {
  id: string;
  name: string;
  clientId: number | null;
  condition: ListCondition | null;
};

/** Lists that a page offers; an agency has some for each client. */
export const listsMax = 500;

/** Whether the contact `c` is in a list now. */
export function inListFragment(
  sql: Queryable,
  agencyId: number,
  { id, condition }: StoredList,
): PendingQuery<Row[]> {
  if (condition === null)
    return sql`exists (
      select
      from media_contact_list_member m
      where m.agency_id = ${agencyId}
        and m.list_id = ${id}
        and m.contact_id = c.id
        and ${hasImportEnded(sql, agencyId, sql`m.import_id`)}
    )`;
  const { topics, regions, media, languages, countries, clientIds } = condition;
  return sql`(
    true
    ${topics.length === 0 ? sql`` : sql`and ${overlaps(sql, sql`c.topics`, topics)}`}
    ${regions.length === 0 ? sql`` : sql`and ${overlaps(sql, sql`c.regions`, regions)}`}
    ${media.length === 0 ? sql`` : sql`and ${overlaps(sql, sql`array[c.medium]`, media)}`}
    ${languages.length === 0 ? sql`` : sql`and c.language = any (${textArray(languages)}::text[])`}
    ${countries.length === 0 ? sql`` : sql`and c.country = any (${textArray(countries)}::text[])`}
    ${clientIds.length === 0 ? sql`` : sql`and c.client_ids && ${integerArray(clientIds)}::integer[]`}
  )`;
}

/** Whether what an import brought counts: until it has ended, all of it or nothing may come. */
export function hasImportEnded(
  sql: Queryable,
  agencyId: number,
  importId: PendingQuery<Row[]>,
): PendingQuery<Row[]> {
  return sql`(${importId} is null or ${importId} <> all (array(
    select id from insight_import where agency_id = ${agencyId} and state in ('storing', 'given_up')
  )))`;
}

/** Whether two lists of words have one in common, however it is written. */
export function overlaps(
  sql: Queryable,
  column: PendingQuery<Row[]>,
  words: readonly string[],
): PendingQuery<Row[]> {
  return sql`lower(${column}::text)::text[] && lower(${textArray(words)}::text[]::text)::text[]`;
}

/** Lists of an agency by name: those of all clients and of the person's. With `isLocked` nobody else changes them meanwhile. */
export async function listContactLists(
  sql: Queryable,
  agencyId: number,
  { scope, ids, isLocked = false }: { scope: Scope; ids?: readonly string[]; isLocked?: boolean },
): Promise<StoredList[]> {
  return await sql<StoredList[]>`
    select id, name, client_id as "clientId", condition
    from media_contact_list
    where agency_id = ${agencyId}
      ${scope === null ? sql`` : sql`and (client_id is null or client_id = any (${integerArray(scope)}::integer[]))`}
      ${ids === undefined ? sql`` : sql`and id = any (${textArray(ids)}::uuid[])`}
    order by ${byLetters(sql, sql`name`)}, id
    limit ${listsMax}
    ${isLocked ? sql`for no key update` : sql``}
  `;
}

/**
 * Writes a list; null where it is there, and where the agency has as many as a page offers. Those of one agency take turns until the end
 * of the transaction: what is beyond the number is on no page.
 */
export async function insertContactList(
  transaction: Queryable,
  agencyId: number,
  list: StoredList,
): Promise<string | null> {
  await lockAgency(transaction, agencyId);
  const [row] = await transaction<{ id: string }[]>`
    insert into media_contact_list (agency_id, id, name, client_id, condition)
    select
      ${agencyId}, ${list.id}, ${list.name}, ${list.clientId}::integer, ${conditionOf(transaction, list)}::jsonb
    where (select count(*) from media_contact_list where agency_id = ${agencyId}) < ${listsMax}
    on conflict (agency_id, id) do nothing
    returning id
  `;
  return row?.id ?? null;
}

export async function updateContactList(sql: Queryable, agencyId: number, list: StoredList): Promise<void> {
  await sql`
    update media_contact_list
    set name = ${list.name}, client_id = ${list.clientId}, condition = ${conditionOf(sql, list)}
    where agency_id = ${agencyId}
      and id = ${list.id}
  `;
}

export async function deleteContactList(sql: Queryable, agencyId: number, id: string): Promise<void> {
  await sql`
    delete from media_contact_list
    where agency_id = ${agencyId}
      and id = ${id}
  `;
}

/** Puts a contact into lists by hand, and takes it out of others. */
export async function changeListsOfContact(
  sql: Queryable,
  agencyId: number,
  { contactId, added, removed }: { contactId: string; added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  await sql`
    delete from media_contact_list_member
    where agency_id = ${agencyId}
      and contact_id = ${contactId}
      and list_id = any (${textArray(removed)}::uuid[])
  `;
  await sql`
    insert into media_contact_list_member (agency_id, list_id, contact_id)
    select ${agencyId}, chosen, ${contactId}
    from unnest(${textArray(added)}::uuid[]) as chosen
    on conflict (agency_id, list_id, contact_id) do update
    set import_id = null
  `;
}

/** The lists by hand that a contact is in. */
export async function listIdsOfContact(
  sql: Queryable,
  agencyId: number,
  contactId: string,
): Promise<string[]> {
  const rows = await sql<{ listId: string }[]>`
    select list_id as "listId"
    from media_contact_list_member
    where agency_id = ${agencyId}
      and contact_id = ${contactId}
      and ${hasImportEnded(sql, agencyId, sql`import_id`)}
    limit ${listsMax}
  `;
  return rows.map(({ listId }) => listId);
}

function conditionOf(sql: Queryable, { condition }: StoredList) {
  return condition === null ? null : sql.json(condition);
}
