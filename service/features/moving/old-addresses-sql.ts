import type { Queryable } from "../../floor/db/open.ts";
import { atAddress } from "../../floor/db/public-address.ts";
import { parseUrl } from "../../floor/strings/parse-url.ts";
import { ownHostColumn } from "../clients/newsroom-sql.ts";
import type { NewsroomAddress } from "../newsroom/paths.ts";

export type OldAddress = { host: string; path: string };
export type Redirect = OldAddress & NewsroomAddress & { slug: string };

const pathCharactersMax = 1_000;
/** Addresses of ten moves of the largest archive. */
const redirectsMax = 100_000;

/** How an old address is kept and looked for: with its query, without a slash at the end; null for none that is one, and for a front page. */
export function oldAddressOf(address: string): OldAddress | null {
  const url = parseUrl(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const path = (withoutSlashes(url.pathname) || "/") + url.search;
  return path === "/" || path.length > pathCharactersMax ? null : { host: url.host, path };
}

/** An expression would look at each run of slashes from each of its slashes. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** Notes that addresses lead to a release or a picture; one that leads somewhere already stays. */
export async function insertOldAddresses(
  sql: Queryable,
  agencyId: number,
  input: {
    clientId: number;
    addresses: readonly OldAddress[];
    releaseId?: number;
    assetId?: string;
  },
): Promise<void> {
  await sql`
    insert into old_address (agency_id, client_id, host, path, release_id, asset_id)
    select ${agencyId}, ${input.clientId}, given.host, given.path, ${input.releaseId ?? null}, ${input.assetId ?? null}
    from jsonb_to_recordset(${sql.json([...input.addresses])}) as given (host text, path text)
    on conflict do nothing
  `;
}

/** The pictures of the client that were at these addresses. */
export async function findOldPictures(
  sql: Queryable,
  agencyId: number,
  input: { clientId: number; addresses: readonly OldAddress[] },
): Promise<(OldAddress & { assetId: string })[]> {
  return await sql<(OldAddress & { assetId: string })[]>`
    select old_address.host, old_address.path, asset_id as "assetId"
    from old_address
    join jsonb_to_recordset(${sql.json([...input.addresses])}) as given (host text, path text)
      on given.host = old_address.host
      and given.path = old_address.path
    where agency_id = ${agencyId}
      and client_id = ${input.clientId}
      and asset_id is not null
  `;
}

/** Where a published release is now that was at the first of these paths of the newsroom's own domains that leads to one; null for none. */
export async function findMovedRelease(
  sql: Queryable,
  { host, paths }: { host: string; paths: readonly string[] },
): Promise<(NewsroomAddress & { slug: string }) | null> {
  return await atAddress(sql, { kind: "domain", address: host }, async (agencyId) => {
    const [row] = await sql<(NewsroomAddress & { slug: string })[]>`
      select c.slug as "clientSlug", ${ownHostColumn(sql)} as "ownHost", r.slug
      from newsroom_domain d
      join client c on c.agency_id = d.agency_id and c.id = d.client_id
      join old_address o on o.agency_id = d.agency_id and o.client_id = d.client_id
      join newsroom_domain old on old.agency_id = o.agency_id and old.client_id = o.client_id and old.host = o.host
      join release r on r.agency_id = o.agency_id and r.id = o.release_id
      where d.agency_id = ${agencyId}
        and d.host = ${host}
        and d.proven_at is not null
        and old.proven_at is not null
        and o.path = any(${sql.array([...paths])}::text[])
        and r.status = 'published'
      -- An address with its query and the one without may both lead somewhere, and two old hosts may have had the same path.
      order by array_position(${sql.array([...paths])}::text[], o.path), o.host = d.host desc
      limit 1
    `;
    return row ?? null;
  });
}

/** All old addresses of a client's published releases with where they are now. */
export async function listRedirects(sql: Queryable, agencyId: number, clientId: number): Promise<Redirect[]> {
  return await sql<Redirect[]>`
    select o.host, o.path, c.slug as "clientSlug", ${ownHostColumn(sql)} as "ownHost", r.slug
    from old_address o
    join client c on c.agency_id = o.agency_id and c.id = o.client_id
    join release r on r.agency_id = o.agency_id and r.id = o.release_id
    where o.agency_id = ${agencyId}
      and o.client_id = ${clientId}
      and r.status = 'published'
    order by o.host, o.path
    limit ${redirectsMax}
  `;
}
