import type { PendingQuery, Row } from "postgres";
import type { Queryable } from "../../floor/db/open.ts";
import type { ContactRow } from "./contact-row.ts";
import type { Scope } from "./schema.ts";
import { isOwn } from "./sql.ts";

type Fragment = PendingQuery<Row[]>;

/**
 * Stores contacts; of a file, where an import is named. An address that objected is left out, and one that is there stays as it is.
 * Returns how many are new, how many were there already and not by this import, and the keys of those that objected.
 */
export async function insertContactRows(
  sql: Queryable,
  agencyId: number,
  { rows, importId }: { rows: readonly ContactRow[]; importId: string | null },
): Promise<{ inserted: number; known: number; objectedKeys: string[] }> {
  const [stored] = await sql<{ inserted: number; known: number; objectedKeys: string[] }[]>`
    with given as materialized (
      select given.*, o.objected_at
      from ${given(sql, rows)}
      left join media_contact_objection o on o.agency_id = ${agencyId} and o.address_key = given.address_key
    ),
    added as (
      insert into media_contact (agency_id, id, import_id, ${columnNames(sql)})
      select ${agencyId}, given.id, ${importId}::uuid, ${columnValues(sql)}
      from given
      where given.objected_at is null
      on conflict do nothing
      returning 1
    )
    select
      (select count(*) from added)::integer as inserted,
      (
        select count(*)
        from given
        join media_contact c on c.agency_id = ${agencyId} and c.address_key = given.address_key
        where given.objected_at is null
          and c.import_id is distinct from ${importId}::uuid
      )::integer as known,
      array(select address_key::text from given where objected_at is not null) as "objectedKeys"
  `;
  return stored ?? { inserted: 0, known: 0, objectedKeys: [] };
}

/**
 * Holds a contact until the transaction ends. Who objects and who gives it another address take turns: else the new one would get the
 * next mailing. The weaker lock lets the foreign-key checks of lists through, which would wait for it and be waited for.
 */
export async function lockContactRow(
  transaction: Queryable,
  agencyId: number,
  which: { id: string } | { addressKey: string },
): Promise<void> {
  await transaction`
    select
    from media_contact
    where agency_id = ${agencyId}
      and ${"id" in which ? transaction`id = ${which.id}` : transaction`address_key = ${which.addressKey}`}
    for no key update
  `;
}

/** Writes a contact anew, which confirms it; false where it has been changed since `seenAt`. A new address has not come back yet. */
export async function updateContactRow(
  sql: Queryable,
  agencyId: number,
  { row, scope, seenAt = null }: { row: ContactRow; scope: Scope; seenAt?: Date | null },
): Promise<boolean> {
  const updated = await sql`
    update media_contact c
    set
      (${columnNames(sql)}) = row(${columnValues(sql)}),
      undeliverable_at = case when c.address_key = given.address_key then c.undeliverable_at end,
      soft_bounces = case when c.address_key = given.address_key then c.soft_bounces else '{}' end,
      confirmed_at = now(),
      changed_at = now(),
      deletion_shown_at = null
    from ${given(sql, [row])}
    where c.agency_id = ${agencyId}
      and c.id = given.id
      -- Of UTC, because Citus takes nothing in an update that depends on the time zone.
      and (
        ${seenAt}::timestamptz is null
        or date_trunc('milliseconds', c.changed_at at time zone 'UTC') = ${seenAt}::timestamptz at time zone 'UTC'
      )
      ${isOwn(sql, scope)}
  `;
  return updated.count === 1;
}

/** Notes that a person finds the contact right, or has informed it by other means than a mailing. */
export async function updateContactMoments(
  sql: Queryable,
  agencyId: number,
  { id, scope, isInformed }: { id: string; scope: Scope; isInformed: boolean },
): Promise<boolean> {
  const updated = await sql`
    update media_contact c
    set
      confirmed_at = now(),
      deletion_shown_at = null
      ${isInformed ? sql`, informed_at = least(informed_at, now()), informed_how = coalesce(informed_how, 'otherwise')` : sql``}
    where c.agency_id = ${agencyId}
      and c.id = ${id}
      ${isOwn(sql, scope)}
  `;
  return updated.count === 1;
}

/** Deletes contacts of an import that was given up; how many that were. */
export async function deleteContactsOfImport(
  sql: Queryable,
  agencyId: number,
  { importId, rowsMax }: { importId: string; rowsMax: number },
): Promise<number> {
  const deleted = await sql`
    delete from media_contact
    where agency_id = ${agencyId}
      and id = any (array(
        select id from media_contact where agency_id = ${agencyId} and import_id = ${importId} limit ${rowsMax}
      ))
  `;
  return deleted.count;
}

export async function deleteContactRow(
  sql: Queryable,
  agencyId: number,
  { id, scope }: { id: string; scope: Scope },
): Promise<boolean> {
  const deleted = await sql`
    delete from media_contact c
    where c.agency_id = ${agencyId}
      and c.id = ${id}
      ${isOwn(sql, scope)}
  `;
  return deleted.count === 1;
}

/** Rows as a table `given`. */
function given(sql: Queryable, rows: readonly ContactRow[]): Fragment {
  return sql`jsonb_to_recordset(${sql.json([...rows])}) as given (
    id uuid, client_ids integer[], address_key uuid, email text, phone text, notes text, address_as text, title text,
    first_name text, last_name text, medium text, role text, topics text[], regions text[], language text, country text,
    is_editorial boolean, basis text, basis_reason text, basis_on date, source text, sort_key text, search_text text
  )`;
}

function columnNames(sql: Queryable): Fragment {
  return sql`
    client_ids, address_key, email_encrypted, phone_encrypted, notes_encrypted, address_as, title, first_name, last_name,
    medium, role, topics, regions, language, country, is_editorial, basis, basis_reason, basis_on, source, sort_key,
    search_text
  `;
}

function columnValues(sql: Queryable): Fragment {
  return sql`
    given.client_ids, given.address_key, decode(given.email, 'hex'), decode(given.phone, 'hex'),
    decode(given.notes, 'hex'), given.address_as, given.title, given.first_name, given.last_name, given.medium,
    given.role, given.topics, given.regions, given.language, given.country, given.is_editorial, given.basis,
    given.basis_reason, given.basis_on, given.source, given.sort_key, given.search_text
  `;
}
