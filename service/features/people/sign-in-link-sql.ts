import type { Queryable } from "../../floor/db/open.ts";

export async function insertLink(
  sql: Queryable,
  input: {
    tokenHash: Uint8Array;
    personId: string;
    validMinutes: number;
    confirmsSessionId: string | null;
    /** The agency that invited, for a link that opens no other. */
    onlyAgencyId: number | null;
  },
): Promise<Date> {
  const [row] = await sql<{ expiresAt: Date }[]>`
    insert into sign_in_link (token_hash, person_id, expires_at, session_id, only_agency_id)
    values (
      ${input.tokenHash}, ${input.personId}, now() + make_interval(mins => ${input.validMinutes}),
      ${input.confirmsSessionId}, ${input.onlyAgencyId}
    )
    returning expires_at as "expiresAt"
  `;
  if (row === undefined) throw new Error("The insert of a link returned no row.");
  return row.expiresAt;
}

/** A link, and the browser that shows it: the hash of its session's token. */
export type ShownLink = { tokenHash: Uint8Array; browserHash: Uint8Array | null };

/** Whose link this is and whether it works in this browser, as long as it works at all; nothing is used up. */
export async function findLink(
  sql: Queryable,
  { tokenHash, browserHash }: ShownLink,
): Promise<{ email: string; isOfBrowser: boolean } | null> {
  const [row] = await sql<{ email: string; isOfBrowser: boolean }[]>`
    select p.email, ${isOfBrowser(sql, browserHash)} as "isOfBrowser"
    from sign_in_link l
    join person p on p.id = l.person_id
    where l.token_hash = ${tokenHash}
      and l.expires_at > now()
      and ${hasMembership(sql)}
  `;
  return row ?? null;
}

/** Whose a used link was, the session that it confirms, and the agency that it opens alone. */
type TakenLink = { personId: string; confirmsSessionId: string | null; onlyAgencyId: number | null };

/**
 * Uses a link up and says what it was; null for one that is unknown, used or expired. One that
 * confirms the session of another browser stays for that one.
 */
export async function takeLink(
  sql: Queryable,
  { tokenHash, browserHash }: ShownLink,
): Promise<TakenLink | null> {
  const [row] = await sql<TakenLink[]>`
    delete from sign_in_link l
    where l.token_hash = ${tokenHash}
      and l.expires_at > now()
      and ${hasMembership(sql)}
      and ${isOfBrowser(sql, browserHash)}
    returning l.person_id as "personId", l.session_id as "confirmsSessionId", l.only_agency_id as "onlyAgencyId"
  `;
  if (row !== undefined) return row;
  // The link is used up even where it was refused.
  await sql`
    delete from sign_in_link l
    where l.token_hash = ${tokenHash}
      and ${isOfBrowser(sql, browserHash)}
  `;
  return null;
}

/** Ends a person's other links: one that was just used makes them pointless. */
export async function deleteLinks(sql: Queryable, personId: string): Promise<void> {
  await sql`delete from sign_in_link where person_id = ${personId}`;
}

function hasMembership(sql: Queryable) {
  return sql`exists (
    select
    from membership m
    where m.person_id = l.person_id
      and (l.only_agency_id is null or m.agency_id = l.only_agency_id)
  )`;
}

function isOfBrowser(sql: Queryable, browserHash: Uint8Array | null) {
  return sql`(
    l.session_id is null
    or exists (select from person_session s where s.id = l.session_id and s.token_hash = ${browserHash}::bytea)
  )`;
}
