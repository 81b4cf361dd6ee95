import { LRUCache } from "lru-cache";
import type { Queryable, Sql } from "./open.ts";

/** What visitors come by, without saying which agency they mean. */
export type PublicAddress = {
  kind: "newsroom" | "domain" | "approval" | "embargo" | "report";
  /** A newsroom's word, a host, or the hash of a link's token in hex. */
  address: string;
};

/** Some 200 bytes each: an agency's newsrooms are read again and again, and most links are opened twice. */
const rememberedMax = 10_000;
/** By pool and not for the whole process, because tests work with several databases. A transaction is too short to remember. */
const remembered = new WeakMap<Sql, LRUCache<string, number>>();

/**
 * Calls `find` with the agency that has the address, and answers as it does; null where nobody has it. The agency is remembered
 * and looked up anew where `find` answers null: an address goes to another agency once its own was removed.
 */
export async function atAddress<Found>(
  sql: Queryable,
  address: PublicAddress,
  find: (agencyId: number) => Promise<Found | null>,
): Promise<Found | null> {
  const memory = "begin" in sql ? memoryOf(sql) : null;
  const key = `${address.kind} ${address.address}`;
  const known = memory?.get(key);
  const found = known === undefined ? null : await find(known);
  if (found !== null) return found;
  const owner = await findOwner(sql, address);
  if (owner === null) memory?.delete(key);
  if (owner === null || owner === known) return null;
  memory?.set(key, owner);
  return await find(owner);
}

function memoryOf(sql: Sql): LRUCache<string, number> {
  const memory = remembered.get(sql) ?? new LRUCache<string, number>({ max: rememberedMax });
  remembered.set(sql, memory);
  return memory;
}

async function findOwner(sql: Queryable, { kind, address }: PublicAddress): Promise<number | null> {
  const [row] = await sql<{ agencyId: number }[]>`
    select agency_id as "agencyId"
    from public_address
    where kind = ${kind}
      and address = ${address}
  `;
  return row?.agencyId ?? null;
}

/** Takes an address, or keeps one that is the client's already; false where somebody else has it. */
export async function takeAddress(
  sql: Queryable,
  agencyId: number,
  { kind, address, clientId }: PublicAddress & { clientId: number | null },
): Promise<boolean> {
  const taken = await sql`
    insert into public_address as known (kind, address, agency_id, client_id)
    values (${kind}, ${address}, ${agencyId}, ${clientId})
    on conflict (kind, address) do update
    set client_id = excluded.client_id
    where known.agency_id = excluded.agency_id
      and known.client_id = excluded.client_id
  `;
  return taken.count === 1;
}

type Wish = { kind: PublicAddress["kind"]; addresses: readonly string[]; clientId: number };

/** Takes the first of `addresses` that nobody has, and returns it; null where all are taken. */
export async function takeFirstAddress(sql: Queryable, agencyId: number, wish: Wish): Promise<string | null> {
  // A second look sees what somebody else took after the first one.
  return (await lookAndTake(sql, agencyId, wish)) ?? (await lookAndTake(sql, agencyId, wish));
}

async function lookAndTake(
  sql: Queryable,
  agencyId: number,
  { kind, addresses, clientId }: Wish,
): Promise<string | null> {
  const taken = await sql<{ address: string }[]>`
    select address
    from public_address
    where kind = ${kind}
      and address = any (${sql.array([...addresses])}::text[])
  `;
  const free = addresses.find((wanted) => !taken.some(({ address }) => address === wanted));
  if (free === undefined) return null;
  return (await takeAddress(sql, agencyId, { kind, address: free, clientId })) ? free : null;
}

/** Gives an address up, so that anybody may take it. */
export async function giveUpAddress(
  sql: Queryable,
  agencyId: number,
  { kind, address }: PublicAddress,
): Promise<void> {
  await sql`
    delete from public_address
    where agency_id = ${agencyId}
      and kind = ${kind}
      and address = ${address}
  `;
}

export function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString("hex");
}

/**
 * Notes the addresses that are noted nowhere: after a restore, an edit by hand, and those that an older release gave out during an
 * upgrade. Of links only those made within `linkSeconds` are looked at, where it is given: an agency makes them day by day, and they
 * are never deleted. Returns how many.
 */
export async function noteForgottenAddresses(
  sql: Queryable,
  linkSeconds: number | null = null,
): Promise<number> {
  const isLooked =
    linkSeconds === null
      ? sql`true`
      : sql`created_at > statement_timestamp() - make_interval(secs => ${linkSeconds})`;
  const noted = await sql`
    insert into public_address (kind, address, agency_id, client_id)
    select kind, address, agency_id, client_id
    from (
      select 'newsroom' as kind, slug as address, agency_id, id as client_id from client
      union all
      select 'newsroom', word, agency_id, client_id from address_word where release_id is null
      union all
      select 'domain', host, agency_id, client_id from newsroom_domain where proven_at is not null
      union all
      select 'approval', encode(token_hash, 'hex'), agency_id, null from approval_link where ${isLooked}
      union all
      select 'embargo', encode(token_hash, 'hex'), agency_id, null from embargo_link where ${isLooked}
      union all
      select 'report', encode(token_hash, 'hex'), agency_id, null from report_link where ${isLooked}
    ) as given
    where not exists (
      select
      from public_address as known
      where known.kind = given.kind
        and known.address = given.address
    )
    on conflict (kind, address) do nothing
  `;
  return noted.count;
}
