import { textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import type { Scope } from "./schema.ts";
import { contactsOf, inScope } from "./sql.ts";

type Members = { listId: string; contactIds: readonly string[] };

/** Which of these contacts somebody with this scope sees. */
export async function listSeenIds(
  sql: Queryable,
  agencyId: number,
  { contactIds, scope }: { contactIds: readonly string[]; scope: Scope },
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select c.id
    ${contactsOf(sql, agencyId)}
      and c.id = any (${textArray(contactIds)}::uuid[])
      ${inScope(sql, scope)}
    limit ${contactIds.length}
  `;
  return rows.map(({ id }) => id);
}

/** Puts contacts into a list by hand; who is in it stays. */
export async function insertMembers(
  sql: Queryable,
  agencyId: number,
  { listId, contactIds }: Members,
): Promise<void> {
  await sql`
    insert into media_contact_list_member (agency_id, list_id, contact_id)
    select ${agencyId}, ${listId}, chosen
    from unnest(${textArray(contactIds)}::uuid[]) as chosen
    on conflict (agency_id, list_id, contact_id) do update
    set import_id = null
  `;
}

export async function deleteMembers(
  sql: Queryable,
  agencyId: number,
  { listId, contactIds }: Members,
): Promise<void> {
  await sql`
    delete from media_contact_list_member
    where agency_id = ${agencyId}
      and list_id = ${listId}
      and contact_id = any (${textArray(contactIds)}::uuid[])
  `;
}

/** Puts contacts of a file into lists by hand, new ones and those that were there: in it they are once the import has ended. */
export async function insertImportedMembers(
  sql: Queryable,
  agencyId: number,
  { importId, members }: { importId: string; members: readonly { list_id: string; address_key: string }[] },
): Promise<void> {
  if (members.length === 0) return;
  await sql`
    insert into media_contact_list_member (agency_id, list_id, contact_id, import_id)
    select ${agencyId}, list.id, contact.id, ${importId}::uuid
    from jsonb_to_recordset(${sql.json([...members])}) as given (list_id uuid, address_key uuid)
    join media_contact_list list on list.agency_id = ${agencyId} and list.id = given.list_id and list.condition is null
    join media_contact contact on contact.agency_id = ${agencyId} and contact.address_key = given.address_key
    on conflict do nothing
  `;
}

/** Takes contacts out of the lists again that an import put them into, which was given up; how many that were. */
export async function deleteMembersOfImport(
  sql: Queryable,
  agencyId: number,
  { importId, rowsMax }: { importId: string; rowsMax: number },
): Promise<number> {
  const deleted = await sql`
    delete from media_contact_list_member
    where agency_id = ${agencyId}
      and (list_id, contact_id) in (
        select list_id, contact_id
        from media_contact_list_member
        where agency_id = ${agencyId}
          and import_id = ${importId}
        limit ${rowsMax}
      )
  `;
  return deleted.count;
}
