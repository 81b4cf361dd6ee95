import type { Queryable } from "../db/open.ts";
import { ServiceError } from "../errors.ts";
import type { ListClientsOutput } from "./schema.ts";

/**
 * Creates a client with its newsroom. The first of `slugs` that is free becomes its address.
 * Throws `not_found` for an unknown agency, and `invalid_parameters` when every slug is taken.
 */
export async function insertClient(
  sql: Queryable,
  agencyId: number,
  input: { name: string; slugs: readonly string[]; contactEmail: string | null; description?: string },
): Promise<{ clientId: number; slug: string }> {
  const [agency] = await sql`select id from agency where id = ${agencyId}`;
  if (agency === undefined) throw new ServiceError("not_found", `There is no agency ${agencyId}.`);
  const [row] = await sql<{ clientId: number; slug: string }[]>`
    with chosen as (
      select slug
      from unnest(${sql.array([...input.slugs])}::text[]) with ordinality as wanted (slug, place)
      where not exists (select from client where client.slug = wanted.slug)
      order by place
      limit 1
    ),
    added as (
      insert into client (agency_id, name, slug)
      select ${agencyId}::integer, ${input.name}, slug from chosen
      returning id, slug
    ),
    room as (
      insert into newsroom (agency_id, client_id, contact_email, description)
      select ${agencyId}::integer, id, ${input.contactEmail}, ${input.description ?? ""} from added
    )
    select id as "clientId", slug from added
  `;
  if (row === undefined)
    throw new ServiceError(
      "invalid_parameters",
      `The slug ${input.slugs[0]} is taken. Choose another with --slug.`,
    );
  return row;
}

export type ClientRow = ListClientsOutput["clients"][number];

/** Clients with an id above `afterId`, whose name contains `query`, whatever the case of its letters. */
export async function listClientRows(
  sql: Queryable,
  agencyId: number,
  input: { query: string | null; status: ClientRow["status"] | null; afterId: number; limit: number },
): Promise<ClientRow[]> {
  return await sql<ClientRow[]>`
    select
      c.id, c.name, c.slug, c.status,
      exists (
        select
        from client_persona p
        where p.agency_id = ${agencyId}
          and p.client_id = c.id
      ) as "hasPersona",
      (
        select count(*)::integer
        from draft d
        where d.agency_id = ${agencyId}
          and d.client_id = c.id
          and d.status in ('draft', 'in_approval', 'changes_requested', 'approved')
      ) as "openDrafts",
      (
        select count(*)::integer
        from approval a
        join draft d on d.agency_id = a.agency_id and d.id = a.draft_id
        where a.agency_id = ${agencyId}
          and d.client_id = c.id
          and a.status = 'pending'
          and a.expires_at > now()
      ) as "pendingApprovals"
    from client c
    where c.agency_id = ${agencyId}
      and c.id > ${input.afterId}
      and (${input.status}::text is null or c.status = ${input.status})
      and (${input.query}::text is null or position(lower(${input.query}) in lower(c.name)) > 0)
    order by c.id
    limit ${input.limit}
  `;
}

/** Whether the agency has this client, and its status; null for none. */
export async function findClient(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<{ name: string; slug: string; status: ClientRow["status"] } | null> {
  const [row] = await sql<{ name: string; slug: string; status: ClientRow["status"] }[]>`
    select name, slug, status
    from client
    where agency_id = ${agencyId}
      and id = ${clientId}
  `;
  return row ?? null;
}
