import { integerArray, textArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";

/** Titles of these releases, newest first, to choose from; no more come back than were asked for. */
export async function findReleaseTitles(
  sql: Queryable,
  agencyId: number,
  releaseIds: readonly number[],
): Promise<{ id: number; title: string; clientName: string }[]> {
  return await sql<{ id: number; title: string; clientName: string }[]>`
    select release.id, release.title, client.name as "clientName"
    from release
    join client on client.agency_id = release.agency_id and client.id = release.client_id
    where release.agency_id = ${agencyId}
      and release.id = any(${integerArray(releaseIds)}::integer[])
    order by release.published_at desc nulls last, release.id desc
  `;
}

/** Names of these campaigns, newest first; no more come back than were asked for. */
export async function findCampaignNames(
  sql: Queryable,
  agencyId: number,
  campaignIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return await sql<{ id: string; name: string }[]>`
    select id, name
    from campaign
    where agency_id = ${agencyId}
      and id = any(${textArray(campaignIds)}::uuid[])
    order by id desc
  `;
}
