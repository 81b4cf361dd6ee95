import type { Queryable } from "../../../floor/db/open.ts";
import { scopeIsWithin } from "../reports/scope-clients-sql.ts";

/**
 * Somebody who left: the address, and the client whose contact it was; null for a person of the team. One who stays and `seesOnly` these
 * clients is none any more of what is about others.
 */
export type FormerReader = { email: string; clientId: number | null; seesOnly?: readonly number[] };

/** Whether the address is still that of somebody of the team, or of a contact. */
export async function isStillKnown(sql: Queryable, agencyId: number, email: string): Promise<boolean> {
  const [row] = await sql<{ isKnown: boolean }[]>`
    select
      ${isOfTeam(sql, agencyId, email)}
      or exists (
        select
        from client_contact
        where agency_id = ${agencyId}
          and lower(email) = lower(${email})
          and removed_at is null
      ) as "isKnown"
  `;
  return row?.isKnown === true;
}

function isOfTeam(sql: Queryable, agencyId: number, email: string) {
  return sql`exists (
    select
    from membership
    join person on person.id = membership.person_id
    where membership.agency_id = ${agencyId}
      and lower(person.email) = lower(${email})
  )`;
}

/** The column `recipients` of a schedule or a draft without an address, however it is written. */
export function recipientsWithout(sql: Queryable, { email }: FormerReader) {
  return sql`array(select each from unnest(recipients) as each where lower(each) <> lower(${email}))`;
}

/**
 * That a schedule or a draft goes to somebody who left. A contact of a client stays where the same address is that of somebody of the
 * team, of another contact of the client, or of another client's contact and the report is not about this client alone.
 */
export function goesToFormer(sql: Queryable, agencyId: number, { email, clientId, seesOnly }: FormerReader) {
  const isNamed = sql`exists (select from unnest(recipients) as each where lower(each) = lower(${email}))`;
  if (seesOnly !== undefined) return sql`${isNamed} and not ${scopeIsWithin(sql, agencyId, seesOnly)}`;
  if (clientId === null) return isNamed;
  return sql`
    ${isNamed}
    and not ${isOfTeam(sql, agencyId, email)}
    and not exists (
      select
      from client_contact as known
      where known.agency_id = ${agencyId}
        and lower(known.email) = lower(${email})
        and known.removed_at is null
        and (known.client_id = ${clientId} or not ${scopeIsWithin(sql, agencyId, [clientId])})
    )
  `;
}
