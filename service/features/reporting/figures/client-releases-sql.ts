import type { Queryable } from "../../../floor/db/open.ts";
import { type FoundScope, reportReleasesMax } from "../reports/scope-sql.ts";

/** What is or was published for a client, the newest first, or null for a client that the agency has not. */
export async function findClientReleases(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<FoundScope | null> {
  const [row] = await sql<{ title: string; releaseIds: number[]; releases: number }[]>`
    select
      client.name as title,
      array(
        select release.id
        from release
        where release.agency_id = ${agencyId}
          and release.client_id = ${clientId}
          and release.status in ('published', 'archived')
        order by release.published_at desc nulls last, release.id desc
        limit ${reportReleasesMax}
      ) as "releaseIds",
      (
        select count(*)::integer
        from release
        where release.agency_id = ${agencyId}
          and release.client_id = ${clientId}
          and release.status in ('published', 'archived')
      ) as releases
    from client
    where client.agency_id = ${agencyId}
      and client.id = ${clientId}
  `;
  if (row === undefined) return null;
  const { title, releaseIds, releases } = row;
  return { title, releaseIds, releasesLeftOut: Math.max(0, releases - releaseIds.length) };
}
