import type { PendingQuery, Row } from "postgres";
import { deleteOld } from "../../floor/db/delete-old.ts";
import type { Queryable } from "../../floor/db/open.ts";
import type { Role } from "./rights.ts";
import { sessionDaysMax, sessionIdleDays } from "./rules.ts";

/** One membership of a person who is signed in, with what pages show of the agency. */
export type SessionMembership = {
  agencyId: number;
  agencyName: string;
  timeZone: string;
  plan: string;
  role: Role;
  clientIds: number[] | null;
};

export type SessionRow = {
  sessionId: string;
  personId: string;
  email: string;
  name: string | null;
  /** The agency that was chosen last, or that it worked for where none was; null at the beginning. */
  agencyId: number | null;
  method: SignInMethod["method"];
  /** True for one that a partner of an agency signed in, or its owner's link: it speaks for that agency alone, not for the person. */
  isOfPartner: boolean;
  /** By the database's clock, as all times of sessions. */
  isFresh: boolean;
  isDueForTouch: boolean;
  memberships: SessionMembership[];
};

/** Last use is noted once a minute: often enough for a person, and not a write for each page. */
const touchedEverySeconds = 60;

/** How a person showed who it is; a partner speaks for one agency, and so does an owner who hands over a link. */
export type SignInMethod = (
  | { method: "link" | "passkey"; onlyAgencyId: null }
  | { method: "oidc" | "handoff" | "invitation"; onlyAgencyId: number }
) & {
  /** False where a partner vouches for a sign-in that may be long ago. */
  isFresh: boolean;
};

export async function insertSession(
  sql: Queryable,
  input: SignInMethod & {
    id: string;
    tokenHash: Uint8Array;
    personId: string;
    device: string;
    agencyId: number | null;
  },
): Promise<void> {
  await sql`
    insert into person_session (
      id, token_hash, person_id, device, agency_id, method, only_agency_id, signed_in_at
    )
    values (
      ${input.id}, ${input.tokenHash}, ${input.personId}, ${input.device}, ${input.agencyId}, ${input.method},
      ${input.onlyAgencyId}, ${input.isFresh ? sql`now()` : sql`'-infinity'::timestamptz`}
    )
  `;
}

/** Ends the session that a new sign-in of the same person takes the place of; returns the agency that it worked for. */
export async function replaceSession(
  sql: Queryable,
  input: { tokenHash: Uint8Array; personId: string },
): Promise<number | null> {
  const [row] = await sql<{ agencyId: number | null }[]>`
    delete from person_session
    where token_hash = ${input.tokenHash}
      and person_id = ${input.personId}
    returning agency_id as "agencyId"
  `;
  return row?.agencyId ?? null;
}

/** Notes that the person of a session has just shown who it is. Returns false for a session that is over. */
export async function refreshSession(
  sql: Queryable,
  input: { sessionId: string; tokenHash: Uint8Array },
): Promise<boolean> {
  const rows = await sql`
    update person_session
    set token_hash = ${input.tokenHash}, signed_in_at = now(), last_used_at = now()
    where id = ${input.sessionId}
      and last_used_at > now() - make_interval(days => ${sessionIdleDays})
      and created_at > now() - make_interval(days => ${sessionDaysMax})
    returning id
  `;
  return rows.length > 0;
}

/** The session of a token with the person's present memberships; null for one that is unknown or over. */
export async function findSession(
  sql: Queryable,
  input: { tokenHash: Uint8Array; freshMinutes: number },
): Promise<SessionRow | null> {
  const [row] = await sql<SessionRow[]>`
    select
      s.id as "sessionId", s.person_id as "personId", p.email, p.name, s.agency_id as "agencyId",
      s.method, s.only_agency_id is not null as "isOfPartner",
      s.signed_in_at > now() - make_interval(mins => ${input.freshMinutes}) as "isFresh",
      s.last_used_at < now() - make_interval(secs => ${touchedEverySeconds}) as "isDueForTouch",
      coalesce(
        (
          select json_agg(
            json_build_object(
              'agencyId', m.agency_id, 'agencyName', a.name, 'timeZone', a.time_zone, 'plan', a.plan, 'role', m.role,
              'clientIds', m.client_ids
            )
            order by a.name, a.id
          )
          from membership m
          join agency a on a.id = m.agency_id
          where m.person_id = s.person_id
            and a.delete_after is null
            and m.agency_id <> all(s.ended_agency_ids)
            and (
              s.only_agency_id is null
              or (
                m.agency_id = s.only_agency_id
                and (
                  s.method = 'invitation'
                  or exists (select from partner r where r.agency_id = m.agency_id and r.kind = s.method)
                )
              )
            )
            and ${opensAgency(sql, sql`s.method`)}
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

/** Whether a way to sign in opens the agency of a membership `m`: one that requires a provider opens by it, and to owners by a passkey. */
export function opensAgency(sql: Queryable, method: PendingQuery<Row[]>) {
  return sql`(
    ${method} = 'oidc'
    or (${method} = 'passkey' and m.role = 'owner')
    or not exists (select from partner r where r.agency_id = m.agency_id and r.is_required)
  )`;
}

/** Whether somebody is signed in by this token. */
export async function isOpenSession(sql: Queryable, tokenHash: Uint8Array): Promise<boolean> {
  const rows = await sql`
    select
    from person_session s
    where s.token_hash = ${tokenHash}
      and s.last_used_at > now() - make_interval(days => ${sessionIdleDays})
      and s.created_at > now() - make_interval(days => ${sessionDaysMax})
      and exists (select from membership m where m.person_id = s.person_id)
  `;
  return rows.length > 0;
}

/** The person who is signed in by this token and has a role in the agency, whatever the session was opened for; null for nobody. */
export async function findSignedInMember(
  sql: Queryable,
  agencyId: number,
  tokenHash: Uint8Array,
): Promise<{ email: string } | null> {
  const [row] = await sql<{ email: string }[]>`
    select p.email
    from person_session s
    join person p on p.id = s.person_id
    join membership m on m.person_id = s.person_id
    where s.token_hash = ${tokenHash}
      and s.last_used_at > now() - make_interval(days => ${sessionIdleDays})
      and s.created_at > now() - make_interval(days => ${sessionDaysMax})
      and m.agency_id = ${agencyId}
  `;
  return row ?? null;
}

/**
 * Notes the use of a session, and the agency that it works for, whose team page tells when somebody was there. A choice that was made
 * since the session was read stays.
 */
export async function touchSession(
  sql: Queryable,
  { sessionId, agencyId }: Pick<SessionRow, "sessionId" | "agencyId">,
  worksFor: number,
): Promise<void> {
  await sql`
    update person_session
    set
      last_used_at = now(),
      agency_id = case when agency_id is not distinct from ${agencyId}::integer then ${worksFor}::integer else agency_id end
    where id = ${sessionId}
  `;
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

export type ListedSession = { id: string; device: string; createdAt: Date; lastUsedAt: Date };

/** A person has a few devices; who has more sees those used last. */
const listedSessionsMax = 100;

export async function listSessions(sql: Queryable, personId: string): Promise<ListedSession[]> {
  return await sql<ListedSession[]>`
    select id, device, created_at as "createdAt", last_used_at as "lastUsedAt"
    from person_session
    where person_id = ${personId}
      and last_used_at > now() - make_interval(days => ${sessionIdleDays})
      and created_at > now() - make_interval(days => ${sessionDaysMax})
    order by last_used_at desc
    limit ${listedSessionsMax}
  `;
}

/**
 * Ends what a person's open sessions see of an agency, for good: a new invitation needs a new sign-in. They go on for the person's other
 * agencies, in whose work one agency has no say.
 */
export async function endSessionsFor(sql: Queryable, agencyId: number, personId: string): Promise<void> {
  await sql`
    update person_session
    set ended_agency_ids = ended_agency_ids || ${agencyId}::integer
    where person_id = ${personId}
      and ${agencyId}::integer <> all(ended_agency_ids)
  `;
}

/** Ends the sessions that partners of this kind opened for an agency. */
export async function deletePartnerSessions(
  sql: Queryable,
  agencyId: number,
  method: "oidc" | "handoff",
): Promise<void> {
  await sql`delete from person_session where only_agency_id = ${agencyId} and method = ${method}`;
}

/** What was used up is known for longer than it holds: by the clock of the process, which may be put back, it would work once more. */
const usedKeptDays = 1;

/** Removes what has ended by itself, some at a time. Returns true when there may be more. */
export async function deleteEndedSignIns(sql: Queryable): Promise<boolean> {
  const ended = sql`
    last_used_at < now() - make_interval(days => ${sessionIdleDays})
    or created_at < now() - make_interval(days => ${sessionDaysMax})
  `;
  const used = sql`expires_at < now() - make_interval(days => ${usedKeptDays})`;
  const isMore = [
    await deleteOld(sql, { table: "person_session", key: ["id"], where: ended }),
    await deleteOld(sql, { table: "sign_in_link", key: ["token_hash"], where: sql`expires_at < now()` }),
    await deleteOld(sql, { table: "used_once", key: ["hash"], where: used }),
  ];
  return isMore.includes(true);
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
