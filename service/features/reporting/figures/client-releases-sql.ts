import { integerArray } from "../../../floor/db/array-literals.ts";
import { holdsWords } from "../../../floor/db/holds-words.ts";
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

/** What is or was published by the agency for these clients (null for all) whose title has these words, the newest first. */
export async function findReleasesOf(
  sql: Queryable,
  agencyId: number,
  { clientIds, query }: { clientIds: readonly number[] | null; query: string | null },
): Promise<Pick<FoundScope, "releaseIds" | "releasesLeftOut">> {
  const [row] = await sql<{ releaseIds: number[]; releases: number }[]>`
    with found as materialized (
      select id, published_at
      from release
      where agency_id = ${agencyId}
        and status in ('published', 'archived')
        ${holdsWords(sql, sql`title`, query)}
        ${clientIds === null ? sql`` : sql`and client_id = any(${integerArray(clientIds)}::integer[])`}
    )
    select
      array(
        select id from found order by published_at desc nulls last, id desc limit ${reportReleasesMax}
      ) as "releaseIds",
      (select count(*)::integer from found) as releases
  `;
  const { releaseIds = [], releases = 0 } = row ?? {};
  return { releaseIds, releasesLeftOut: Math.max(0, releases - releaseIds.length) };
}

/** The calendar day on which a release appeared here, or moved in, in the agency's time zone; null where it has not. */
export async function findPublicationDay(
  sql: Queryable,
  agencyId: number,
  releaseId: number,
): Promise<string | null> {
  const [row] = await sql<{ day: string | null }[]>`
    select (greatest(release.published_at, release.moved_in_at) at time zone agency.time_zone)::date::text as day
    from release
    join agency on agency.id = release.agency_id
    where release.agency_id = ${agencyId}
      and release.id = ${releaseId}
  `;
  return row?.day ?? null;
}
