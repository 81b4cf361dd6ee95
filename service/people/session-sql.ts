import type { Queryable } from "../db/open.ts";
import type { Role } from "./rights.ts";
import { sessionDaysMax, sessionIdleDays } from "./rules.ts";

/** One membership of a person who is signed in, with what pages show of the agency. */
export type SessionMembership = {
  agencyId: number;
  agencyName: string;
  timeZone: string;
  role: Role;
  clientIds: number[] | null;
};

export type SessionRow = {
  sessionId: string;
  personId: string;
  email: string;
  name: string | null;
  /** The agency that was chosen last; null before the first choice. */
  agencyId: number | null;
  signedInAt: Date;
  /** By the database's clock, which `signedInAt` is from too. */
  isFresh: boolean;
  isDueForTouch: boolean;
  memberships: SessionMembership[];
};

/** Last use is noted once a minute: often enough for a person, and not a write for each page. */
const touchedEverySeconds = 60;

export async function insertSession(
  sql: Queryable,
  input: { id: string; tokenHash: Uint8Array; personId: string; device: string },
): Promise<void> {
  await sql`
    insert into person_session (id, token_hash, person_id, device)
    values (${input.id}, ${input.tokenHash}, ${input.personId}, ${input.device})
  `;
}

/** The session of a token with the person's present memberships; null for one that is unknown or over. */
export async function findSession(
  sql: Queryable,
  input: { tokenHash: Uint8Array; freshMinutes: number },
): Promise<SessionRow | null> {
  const [row] = await sql<SessionRow[]>`
    select
      s.id as "sessionId", s.person_id as "personId", p.email, p.name, s.agency_id as "agencyId",
      s.signed_in_at as "signedInAt",
      s.signed_in_at > now() - make_interval(mins => ${input.freshMinutes}) as "isFresh",
      s.last_used_at < now() - make_interval(secs => ${touchedEverySeconds}) as "isDueForTouch",
      coalesce(
        (
          select json_agg(
            json_build_object(
              'agencyId', m.agency_id, 'agencyName', a.name, 'timeZone', a.time_zone, 'role', m.role,
              'clientIds', m.client_ids
            )
            order by a.name, a.id
          )
          from membership m
          join agency a on a.id = m.agency_id
          where m.person_id = s.person_id
        ),
        '[]'
      ) as memberships
    from person_session s
    join person p on p.id = s.person_id
    where s.token_hash = ${input.tokenHash}
      and s.last_used_at > now() - make_interval(days => ${sessionIdleDays})
      and s.created_at > now() - make_interval(days => ${sessionDaysMax})
  `;
  return row ?? null;
}

export async function touchSession(sql: Queryable, sessionId: string): Promise<void> {
  await sql`update person_session set last_used_at = now() where id = ${sessionId}`;
}

/** Makes the agency the one that the session works for. Returns false where the person has no part in it. */
export async function chooseAgency(
  sql: Queryable,
  input: { sessionId: string; agencyId: number },
): Promise<boolean> {
  const rows = await sql`
    update person_session s
    set agency_id = ${input.agencyId}
    from membership m
    where s.id = ${input.sessionId}
      and m.person_id = s.person_id
      and m.agency_id = ${input.agencyId}
    returning s.id
  `;
  return rows.length > 0;
}

/** Ends sessions of a person: one of them, all but one, or all. Returns how many there were. */
export async function deleteSessions(
  sql: Queryable,
  input: { personId: string; only?: string; except?: string },
): Promise<number> {
  const rows = await sql`
    delete from person_session
    where person_id = ${input.personId}
      and (${input.only ?? null}::uuid is null or id = ${input.only ?? null})
      and (${input.except ?? null}::uuid is null or id <> ${input.except ?? null})
    returning id
  `;
  return rows.length;
}
