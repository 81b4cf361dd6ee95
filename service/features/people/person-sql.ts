import type { Queryable } from "../../floor/db/open.ts";

export type PersonRow = { id: string; email: string; name: string | null };

/** The person with this address, made where there is none yet. A name that is there stays: no agency renames whom another one knows. */
export async function upsertPerson(
  sql: Queryable,
  input: { id: string; email: string; name: string | null },
): Promise<PersonRow> {
  const [row] = await sql<PersonRow[]>`
    insert into person (id, email, name)
    values (${input.id}, ${input.email}, ${input.name})
    on conflict (email) do update set name = coalesce(person.name, excluded.name), left_at = null
    returning id, email, name
  `;
  if (row === undefined) throw new Error("The insert of a person returned no row.");
  return row;
}

/** Returns false where the person is called so already. */
export async function setPersonName(
  sql: Queryable,
  { personId, name }: { personId: string; name: string | null },
): Promise<boolean> {
  const changed = await sql`
    update person
    set name = ${name}
    where id = ${personId}
      and name is distinct from ${name}::text
  `;
  return changed.count === 1;
}

/** One agency of the person's; null where all of them wait to be deleted: nobody gets into one of those. */
type FoundPerson = PersonRow & { agencyId: number | null };

/** A person who still works for some agency, by address; null for anyone else. */
export async function findPersonByEmail(sql: Queryable, email: string): Promise<FoundPerson | null> {
  const [row] = await sql<FoundPerson[]>`
    select p.id, p.email, p.name, min(a.id) filter (where a.delete_after is null) as "agencyId"
    from person p
    join membership m on m.person_id = p.id
    join agency a on a.id = m.agency_id
    where p.email = ${email}
    group by p.id
  `;
  return row ?? null;
}

/** The agencies that a person works for: a handful. */
export async function listAgencyIds(sql: Queryable, personId: string): Promise<number[]> {
  const rows = await sql<{ agencyId: number }[]>`
    select agency_id as "agencyId"
    from membership
    where person_id = ${personId}
  `;
  return rows.map(({ agencyId }) => agencyId);
}

/** What people of an agency's log are called; somebody who left is named for a month. At most as many as a page of the log has. */
export async function findPeople(sql: Queryable, ids: readonly string[]): Promise<PersonRow[]> {
  return await sql<PersonRow[]>`
    select id, email, name
    from person
    where id = any(${sql.array([...ids])}::uuid[])
  `;
}
