import { textArray } from "../../floor/db/array-literals.ts";
import { byLetters } from "../../floor/db/by-letters.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { mailSpellings } from "../../floor/web/mail-address.ts";
import type { Role } from "./rights.ts";

export type MembershipRow = {
  personId: string;
  email: string;
  name: string | null;
  role: Role;
  clientIds: number[] | null;
  createdAt: Date;
  /** Of the sessions that are open and work for this agency; null for a person who has none. */
  lastUsedAt: Date | null;
};

/** People of an agency: more than any has. Beyond it a list would have to be paged. */
export const membersMax = 500;

/** What somebody does for another agency is not told: a session counts for the one that it works for, from the membership on. */
export async function listMembers(sql: Queryable, agencyId: number): Promise<MembershipRow[]> {
  return await sql<MembershipRow[]>`
    select
      m.person_id as "personId", p.email, p.name, m.role, m.client_ids as "clientIds", m.created_at as "createdAt",
      (
        select max(s.last_used_at)
        from person_session s
        where s.person_id = m.person_id
          and s.last_used_at > m.created_at
          and m.agency_id <> all(s.ended_agency_ids)
          and (
            s.agency_id = m.agency_id
            or (
              s.agency_id is null
              and not exists (
                select from membership o where o.person_id = m.person_id and o.agency_id <> m.agency_id
              )
            )
          )
      ) as "lastUsedAt"
    from membership m
    join person p on p.id = m.person_id
    where m.agency_id = ${agencyId}
    order by p.email
    limit ${membersMax}
  `;
}

export type FoundMember = { email: string; name: string | null; role: Role; clientIds: number[] | null };

export async function findMember(
  sql: Queryable,
  agencyId: number,
  personId: string,
): Promise<FoundMember | null> {
  const [row] = await sql<FoundMember[]>`
    select p.email, p.name, m.role, m.client_ids as "clientIds"
    from membership m
    join person p on p.id = m.person_id
    where m.agency_id = ${agencyId}
      and m.person_id = ${personId}
  `;
  return row ?? null;
}

/** What the people of an agency are called, to choose one of them. */
export async function listMemberNames(
  sql: Queryable,
  agencyId: number,
): Promise<{ personId: string; name: string }[]> {
  return await sql<{ personId: string; name: string }[]>`
    select m.person_id as "personId", coalesce(p.name, p.email) as name
    from membership m
    join person p on p.id = m.person_id
    where m.agency_id = ${agencyId}
    order by ${byLetters(sql, sql`coalesce(p.name, p.email)`)}, m.person_id
    limit ${membersMax}
  `;
}

export async function countMembers(
  sql: Queryable,
  agencyId: number,
): Promise<{ members: number; owners: number }> {
  const [row] = await sql<{ members: number; owners: number }[]>`
    select count(*)::integer as members, (count(*) filter (where role = 'owner'))::integer as owners
    from membership
    where agency_id = ${agencyId}
  `;
  return row ?? { members: 0, owners: 0 };
}

/** Locks the agencies that the person is an owner of, as `lockAgency` does: always in this order, so that two at once wait and none fails. */
export async function lockOwnedAgencies(transaction: Queryable, personId: string): Promise<number[]> {
  const rows = await transaction<{ id: number }[]>`
    select a.id
    from agency a
    where a.id in (select m.agency_id from membership m where m.person_id = ${personId} and m.role = 'owner')
    order by a.id
    for no key update of a
  `;
  return rows.map(({ id }) => id);
}

/** Returns false where the person belongs to the agency already. */
export async function insertMember(
  sql: Queryable,
  agencyId: number,
  input: { personId: string; role: Role; clientIds: readonly number[] | null },
): Promise<boolean> {
  const rows = await sql`
    insert into membership (agency_id, person_id, role, client_ids)
    values (
      ${agencyId}, ${input.personId}, ${input.role},
      ${input.clientIds === null ? null : sql.array([...input.clientIds])}::integer[]
    )
    on conflict do nothing
    returning person_id
  `;
  return rows.length > 0;
}

export async function updateMember(
  sql: Queryable,
  agencyId: number,
  input: { personId: string; role: Role; clientIds: readonly number[] | null },
): Promise<void> {
  await sql`
    update membership
    set role = ${input.role},
      client_ids = ${input.clientIds === null ? null : sql.array([...input.clientIds])}::integer[]
    where agency_id = ${agencyId}
      and person_id = ${input.personId}
  `;
}

export async function deleteMember(sql: Queryable, agencyId: number, personId: string): Promise<void> {
  await sql`delete from membership where agency_id = ${agencyId} and person_id = ${personId}`;
}

/** Whether a client's contact with this address approves texts: nobody of the agency does. */
export async function isApprover(sql: Queryable, agencyId: number, email: string): Promise<boolean> {
  const rows = await sql`
    select
    from client_contact
    where agency_id = ${agencyId}
      and lower(normalize(email, nfc)) = any(${textArray(mailSpellings(email))}::text[])
      and can_approve
      and removed_at is null
    limit 1
  `;
  return rows.length > 0;
}

/** How many of these clients are the agency's. */
export async function countClients(
  sql: Queryable,
  agencyId: number,
  clientIds: readonly number[],
): Promise<number> {
  const [row] = await sql<{ found: number }[]>`
    select count(*)::integer as found
    from client
    where agency_id = ${agencyId}
      and id = any(${sql.array([...clientIds])}::integer[])
  `;
  return row?.found ?? 0;
}
