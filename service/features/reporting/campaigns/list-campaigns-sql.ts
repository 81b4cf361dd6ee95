import { ServiceError } from "../../../errors.ts";
import { afterEveryUuid, byUuid, listPage, type PageInput } from "../../../floor/db/keyset-list.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { groupIsWithin } from "../reports/scope-clients-sql.ts";
import { campaignReleasesMax } from "./sql.ts";

export type ListedCampaign = { id: string; name: string; releases: number; createdAt: Date };
export type Campaign = { id: string; name: string; createdAt: Date; releaseIds: number[] };

/** The agency's campaigns, newest first, a page at a time. Throws `invalid_cursor`. */
export async function listCampaigns(
  sql: Queryable,
  agencyId: number,
  { clientIds = null, ...page }: PageInput & { clientIds?: readonly number[] | null },
): Promise<{ campaigns: ListedCampaign[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(
    { name: "campaigns", ...byUuid },
    page,
    ({ after, rowsMax }) => sql<ListedCampaign[]>`
      select
        id, name,
        created_at as "createdAt",
        (
          select count(*)::integer
          from campaign_release r
          where r.agency_id = ${agencyId}
            and r.campaign_id = campaign.id
        ) as releases
      from campaign
      where agency_id = ${agencyId}
        and id < ${after ?? afterEveryUuid}
        ${clientIds === null ? sql`` : sql`and ${groupIsWithin(sql, agencyId, { type: "campaign", clientIds })}`}
      order by id desc
      limit ${rowsMax}
    `,
  );
  return { campaigns: items, nextCursor };
}

/** A campaign with the ids of its releases. Throws `not_found`. */
export async function readCampaign(sql: Queryable, agencyId: number, campaignId: string): Promise<Campaign> {
  const [row] = await sql<Campaign[]>`
    select
      id, name,
      created_at as "createdAt",
      array(
        select r.release_id
        from campaign_release r
        where r.agency_id = ${agencyId}
          and r.campaign_id = campaign.id
        order by r.release_id
        limit ${campaignReleasesMax}
      ) as "releaseIds"
    from campaign
    where agency_id = ${agencyId}
      and id = ${campaignId}
  `;
  if (row === undefined) throw new ServiceError("not_found", `There is no campaign ${campaignId}.`);
  return row;
}
