import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../../../floor/db/open.ts";
import { atAddress, giveUpAddress, takeAddress } from "../../../floor/db/public-address.ts";

export type DomainRow = {
  id: string;
  clientId: number;
  host: string;
  token: string;
  provenAt: Date | null;
  provenBy: "dns" | "http" | null;
};

/** Adds a claim, or finds the one that the newsroom has already; null once it has `domainsMax`. */
export async function insertDomain(
  sql: Queryable,
  agencyId: number,
  input: { clientId: number; host: string; token: string; domainsMax: number },
): Promise<DomainRow | null> {
  const [row] = await sql<DomainRow[]>`
    insert into newsroom_domain (agency_id, id, client_id, host, token)
    select ${agencyId}::integer, ${uuidv7()}::uuid, ${input.clientId}::integer, ${input.host}, ${input.token}
    where (
      select count(*)
      from newsroom_domain d
      where d.agency_id = ${agencyId}
        and d.client_id = ${input.clientId}
        and d.host <> ${input.host}
    ) < ${input.domainsMax}
    on conflict (agency_id, client_id, host) do update set host = excluded.host
    returning ${domainColumns(sql)}
  `;
  return row ?? null;
}

export async function listDomainRows(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<DomainRow[]> {
  return await sql<DomainRow[]>`
    select ${domainColumns(sql)}
    from newsroom_domain
    where agency_id = ${agencyId}
      and client_id = ${clientId}
    order by id
  `;
}

export async function findDomain(
  sql: Queryable,
  agencyId: number,
  input: { clientId: number; host: string },
): Promise<DomainRow | null> {
  const [row] = await sql<DomainRow[]>`
    select ${domainColumns(sql)}
    from newsroom_domain
    where agency_id = ${agencyId}
      and client_id = ${input.clientId}
      and host = ${input.host}
  `;
  return row ?? null;
}

/** Takes a host for a newsroom whose claim is proven; false where another newsroom has it. */
export async function takeHost(
  transaction: Queryable,
  agencyId: number,
  { clientId, host }: { clientId: number; host: string },
): Promise<boolean> {
  return await takeAddress(transaction, agencyId, { kind: "domain", address: host, clientId });
}

/** Marks a claim as proven; `takeHost` has to come first. */
export async function setDomainProven(
  transaction: Queryable,
  agencyId: number,
  input: { id: string; provenBy: "dns" | "http" },
): Promise<DomainRow | null> {
  const [row] = await transaction<DomainRow[]>`
    update newsroom_domain
    set
      proven_at = least(proven_at, now()),
      proven_by = coalesce(proven_by, ${input.provenBy})
    where agency_id = ${agencyId}
      and id = ${input.id}
    returning ${domainColumns(transaction)}
  `;
  return row ?? null;
}

export async function deleteDomain(
  transaction: Queryable,
  agencyId: number,
  input: { clientId: number; host: string },
): Promise<DomainRow | null> {
  const [row] = await transaction<DomainRow[]>`
    delete from newsroom_domain
    where agency_id = ${agencyId}
      and client_id = ${input.clientId}
      and host = ${input.host}
    returning ${domainColumns(transaction)}
  `;
  if (row !== undefined && row.provenAt !== null)
    await giveUpAddress(transaction, agencyId, { kind: "domain", address: input.host });
  return row ?? null;
}

/** The address word of the active client whose newsroom has proven this host; found without knowing the agency. */
export async function findSlugOfHost(sql: Queryable, host: string): Promise<string | null> {
  return await atAddress(sql, { kind: "domain", address: host }, async (agencyId) => {
    const [row] = await sql<{ slug: string }[]>`
      select c.slug
      from newsroom_domain d
      join client c on c.agency_id = d.agency_id and c.id = d.client_id
      where d.agency_id = ${agencyId}
        and d.host = ${host}
        and d.proven_at is not null
        and c.status = 'active'
    `;
    return row?.slug ?? null;
  });
}

function domainColumns(sql: Queryable) {
  return sql`
    id, host, token,
    client_id as "clientId",
    proven_at as "provenAt",
    proven_by as "provenBy"
  `;
}
