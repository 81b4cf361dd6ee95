import type { Queryable } from "../db/open.ts";

export async function insertLink(
  sql: Queryable,
  input: { tokenHash: Uint8Array; personId: string; validMinutes: number },
): Promise<Date> {
  const [row] = await sql<{ expiresAt: Date }[]>`
    insert into sign_in_link (token_hash, person_id, expires_at)
    values (${input.tokenHash}, ${input.personId}, now() + make_interval(mins => ${input.validMinutes}))
    returning expires_at as "expiresAt"
  `;
  if (row === undefined) throw new Error("The insert of a link returned no row.");
  return row.expiresAt;
}

/** Whose link this is, as long as it works; nothing is used up. */
export async function findLink(
  sql: Queryable,
  tokenHash: Uint8Array,
): Promise<{ personId: string; email: string } | null> {
  const [row] = await sql<{ personId: string; email: string }[]>`
    select l.person_id as "personId", p.email
    from sign_in_link l
    join person p on p.id = l.person_id
    where l.token_hash = ${tokenHash}
      and l.expires_at > now()
      and exists (select from membership m where m.person_id = l.person_id)
  `;
  return row ?? null;
}

/** Uses a link up and says whose it was; null for one that is unknown, used or expired. */
export async function takeLink(sql: Queryable, tokenHash: Uint8Array): Promise<string | null> {
  const [row] = await sql<{ personId: string; isValid: boolean }[]>`
    delete from sign_in_link l
    where l.token_hash = ${tokenHash}
    returning l.person_id as "personId",
      l.expires_at > now() and exists (select from membership m where m.person_id = l.person_id) as "isValid"
  `;
  return row?.isValid === true ? row.personId : null;
}

/** Ends a person's other links: one that was just used makes them pointless. */
export async function deleteLinks(sql: Queryable, personId: string): Promise<void> {
  await sql`delete from sign_in_link where person_id = ${personId}`;
}
