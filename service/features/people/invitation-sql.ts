import type { Queryable } from "../../floor/db/open.ts";
import { sessionDaysMax, sessionIdleDays } from "./rules.ts";

/** Whether the person gets into this agency by other ways than a link that it handed over: a session that opens it, or a passkey. */
export async function isAtHome(sql: Queryable, agencyId: number, personId: string): Promise<boolean> {
  const rows = await sql`
    select
    from person p
    where p.id = ${personId}
      and (
        exists (select from passkey k where k.person_id = p.id)
        or exists (
          select
          from person_session s
          where s.person_id = p.id
            and (s.only_agency_id is null or (s.only_agency_id = ${agencyId} and s.method <> 'invitation'))
            and ${agencyId} <> all(s.ended_agency_ids)
            and s.last_used_at > now() - make_interval(days => ${sessionIdleDays})
            and s.created_at > now() - make_interval(days => ${sessionDaysMax})
        )
      )
  `;
  return rows.length > 0;
}

/**
 * Ends the link that an agency handed over for a person, and what it opened; the person's own, and other agencies', go on. Without a
 * person those of all its people.
 */
export async function deleteInvitations(
  sql: Queryable,
  agencyId: number,
  personId: string | null,
): Promise<void> {
  await sql`
    delete from sign_in_link
    where only_agency_id = ${agencyId}
      and (${personId}::uuid is null or person_id = ${personId})
  `;
  await sql`
    delete from person_session
    where only_agency_id = ${agencyId}
      and (${personId}::uuid is null or person_id = ${personId})
      and method = 'invitation'
  `;
}

/**
 * Ends what owners opened in a person's name, once the person is in by itself: nobody works beside it. A partner speaks for its own
 * agency alone, and so ends only that one's.
 */
export async function endHandedOver(
  sql: Queryable,
  { personId, onlyAgencyId }: { personId: string; onlyAgencyId: number | null },
): Promise<void> {
  await sql`
    delete from sign_in_link
    where person_id = ${personId}
      and only_agency_id is not null
      and (${onlyAgencyId}::integer is null or only_agency_id = ${onlyAgencyId})
  `;
  await sql`
    delete from person_session
    where person_id = ${personId}
      and method = 'invitation'
      and (${onlyAgencyId}::integer is null or only_agency_id = ${onlyAgencyId})
  `;
}
