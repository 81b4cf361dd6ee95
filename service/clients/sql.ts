import type { Queryable } from "../db/open.ts";
import { ServiceError } from "../errors.ts";

/**
 * Creates a client with its newsroom. The first of `slugs` that is free becomes its address.
 * Throws `not_found` for an unknown agency, and `invalid_parameters` when every slug is taken.
 */
export async function insertClient(
  sql: Queryable,
  agencyId: number,
  input: { name: string; slugs: readonly string[]; contactEmail: string | null },
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
      insert into newsroom (agency_id, client_id, contact_email)
      select ${agencyId}::integer, id, ${input.contactEmail} from added
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
