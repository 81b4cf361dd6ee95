import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../errors.ts";
import { byteaOf, columnsOf, textArray } from "../../floor/db/array-literals.ts";
import { inTransaction } from "../../floor/db/in-transaction.ts";
import { isForeignKeyViolation } from "../../floor/db/is-foreign-key-violation.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import { displayPrefixOf, generateKey, hashKey } from "./key-format.ts";

export type KeyOwner = {
  agencyId: number;
  keyId: string;
  plan: string;
  hourlyLimit: number | null;
  isUsable: boolean;
};

export type ListedKey = {
  id: string;
  name: string;
  prefix: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
};

/** An agency has a handful of keys; more in use than this is a fault, and a list has an end, at which none in use is left out. */
export const keysMax = 1_000;
/** A form sent twice makes one key. Nobody has waited for its first answer longer. */
const repeatedMinutesMax = 10;

/** Who keys belong to, by their hashes and at their positions, or null. Expired and revoked keys come back as unusable. */
export async function findKeyOwners(
  sql: Sql,
  keyHashes: readonly Uint8Array[],
): Promise<(KeyOwner | null)[]> {
  const rows = await sql<(KeyOwner & { position: number })[]>`
    select
      asked.position::int,
      k.agency_id as "agencyId",
      k.id as "keyId",
      a.plan,
      a.hourly_limit as "hourlyLimit",
      k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
        and a.delete_after is null as "isUsable"
    from unnest(${textArray(keyHashes.map(byteaOf))}::bytea[]) with ordinality as asked (key_hash, position)
    join api_key k on k.key_hash = asked.key_hash
    join agency a on a.id = k.agency_id
  `;
  const owners: (KeyOwner | null)[] = keyHashes.map(() => null);
  for (const { position, ...owner } of rows) owners[position - 1] = owner;
  return owners;
}

/** Notes that keys were used, unless that was noted within the last minute, or another process is just noting it. */
export async function touchKeys(
  sql: Sql,
  keys: readonly { agencyId: number; keyId: string }[],
): Promise<void> {
  const column = columnsOf(keys);
  await inTransaction(sql, async (transaction) => {
    const used = await transaction<{ id: string }[]>`
      select k.id
      from api_key k
      where k.id = any (${column.texts((key) => key.keyId)}::uuid[])
        and k.agency_id = any (${column.integers((key) => key.agencyId)}::integer[])
        and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute')
      for no key update of k skip locked
    `;
    if (used.length === 0) return;
    await transaction`
      update api_key
      set last_used_at = now()
      where id = any (${sql.array(used.map(({ id }) => id))}::uuid[])
        and agency_id = any (${column.integers((key) => key.agencyId)}::integer[])
    `;
  });
}

/** Makes a key; the answer is the only time that the key itself is seen. Throws `not_found` for an unknown agency. */
export async function insertKey(
  sql: Queryable,
  agencyId: number,
  input: { name: string; expiresAt: Date | null; id?: string },
): Promise<{ id: string; key: string }> {
  const key = generateKey();
  const { id = uuidv7() } = input;
  try {
    // Plain values: with a select from the agency two keys at once would deadlock on a cluster.
    await sql`
      insert into api_key (agency_id, id, name, prefix, key_hash, expires_at)
      values (${agencyId}, ${id}, ${input.name}, ${displayPrefixOf(key)}, ${hashKey(key)}, ${input.expiresAt})
    `;
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new ServiceError("not_found", `There is no agency ${agencyId}.`, { cause: error });
  }
  return { id, key };
}

/** How many of the agency's keys are neither revoked nor expired. */
export async function countUsableKeys(sql: Queryable, agencyId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from api_key where agency_id = ${agencyId} and not ${isEnded(sql)}
  `;
  return row?.count ?? 0;
}

/** Keys in use first, the newest first: in an agency that changes its keys often a new one was in no list and could not be revoked. */
export async function listKeys(sql: Sql, agencyId: number): Promise<ListedKey[]> {
  return await sql<ListedKey[]>`
    select
      id,
      name,
      prefix,
      created_at as "createdAt",
      last_used_at as "lastUsedAt",
      expires_at as "expiresAt",
      revoked_at as "revokedAt"
    from api_key
    where agency_id = ${agencyId}
    order by ${isEnded(sql)}, created_at desc, id desc
    limit ${keysMax}
  `;
}

function isEnded(sql: Queryable) {
  return sql`(revoked_at is not null or coalesce(expires_at <= now(), false))`;
}

/** A new key in the place of an equal one that was made some minutes ago and never used; null where there is no such one. */
export async function replaceFreshKey(
  sql: Queryable,
  agencyId: number,
  { keyId, name, expiresAt }: { keyId: string; name: string; expiresAt: Date | null },
): Promise<{ id: string; key: string } | null> {
  const key = generateKey();
  const rows = await sql`
    update api_key
    set
      prefix = ${displayPrefixOf(key)},
      key_hash = ${hashKey(key)}
    where agency_id = ${agencyId}
      and id = ${keyId}
      and name = ${name}
      and expires_at is not distinct from ${expiresAt}::timestamptz
      and created_at > now() - ${repeatedMinutesMax} * interval '1 minute'
      and last_used_at is null
      and revoked_at is null
    returning id
  `;
  return rows.length === 1 ? { id: keyId, key } : null;
}

export async function hasKey(sql: Queryable, agencyId: number, keyId: string): Promise<boolean> {
  const rows = await sql`select from api_key where agency_id = ${agencyId} and id = ${keyId}`;
  return rows.length > 0;
}

/** Revokes a key for good; null when the agency has none of this id. */
export async function revokeKeyOf(
  sql: Queryable,
  agencyId: number,
  keyId: string,
): Promise<{ name: string; wasRevoked: boolean } | null> {
  return await inTransaction(sql, async (transaction) => {
    const [row] = await transaction<{ name: string; wasRevoked: boolean }[]>`
      select name, revoked_at is not null as "wasRevoked"
      from api_key
      where agency_id = ${agencyId}
        and id = ${keyId}
      for update
    `;
    await transaction`
      update api_key
      set revoked_at = least(revoked_at, now())
      where agency_id = ${agencyId}
        and id = ${keyId}
    `;
    return row ?? null;
  });
}
