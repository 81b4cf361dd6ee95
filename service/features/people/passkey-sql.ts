import type { Queryable } from "../../floor/db/open.ts";

export type PasskeyRow = {
  id: string;
  personId: string;
  publicKey: Uint8Array;
  counter: number;
};

export type ListedPasskey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

/** Devices of one person. */
export const passkeysMax = 20;

/**
 * Returns false where the person has as many as it may, or the key is known already. In a transaction: those of one person take turns, as
 * what is beyond the number that the page lists could be neither seen nor removed.
 */
export async function insertPasskey(
  transaction: Queryable,
  passkey: PasskeyRow & { name: string },
): Promise<boolean> {
  await transaction`select from person where id = ${passkey.personId} for no key update`;
  const inserted = await transaction`
    insert into passkey (id, person_id, name, public_key, counter)
    select
      ${passkey.id}, ${passkey.personId}::uuid, ${passkey.name}, ${passkey.publicKey}::bytea,
      ${passkey.counter}::bigint
    where (select count(*) from passkey where person_id = ${passkey.personId}) < ${passkeysMax}
    on conflict do nothing
  `;
  return inserted.count === 1;
}

export async function listPasskeys(sql: Queryable, personId: string): Promise<ListedPasskey[]> {
  return await sql<ListedPasskey[]>`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkey
    where person_id = ${personId}
    order by created_at, id
    limit ${passkeysMax}
  `;
}

export async function findPasskey(sql: Queryable, id: string): Promise<PasskeyRow | null> {
  const [row] = await sql<PasskeyRow[]>`
    select id, person_id as "personId", public_key as "publicKey", counter
    from passkey
    where id = ${id}
  `;
  return row ?? null;
}

export async function notePasskeyUse(
  sql: Queryable,
  { id, counter }: { id: string; counter: number },
): Promise<void> {
  await sql`update passkey set counter = ${counter}, last_used_at = now() where id = ${id}`;
}

/** Returns the name of what was removed; null for an unknown one. */
export async function deletePasskey(
  sql: Queryable,
  input: { id: string; personId: string },
): Promise<string | null> {
  const [row] = await sql<{ name: string }[]>`
    delete from passkey
    where id = ${input.id}
      and person_id = ${input.personId}
    returning name
  `;
  return row?.name ?? null;
}
