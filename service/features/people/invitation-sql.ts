import type { Queryable } from "../../floor/db/open.ts";
import { sessionDaysMax, sessionIdleDays } from "./rules.ts";

/** Whether the person gets in by other ways than a link that this agency handed over: a session, or a passkey. */
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
            and (s.method <> 'invitation' or s.only_agency_id <> ${agencyId})
            and s.last_used_at > now() - make_interval(days => ${sessionIdleDays})
            and s.created_at > now() - make_interval(days => ${sessionDaysMax})
        )
      )
  `;
  return rows.length > 0;
}

/** Ends the link that an agency handed over for a person, and what it opened; the person's own, and other agencies', go on. */
export async function deleteInvitation(sql: Queryable, agencyId: number, personId: string): Promise<void> {
  await sql`delete from sign_in_link where only_agency_id = ${agencyId} and person_id = ${personId}`;
  await sql`
    delete from person_session
    where only_agency_id = ${agencyId}
      and person_id = ${personId}
      and method = 'invitation'
  `;
}
