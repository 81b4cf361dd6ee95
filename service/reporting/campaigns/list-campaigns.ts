import { decodeCursor } from "../../db/cursor.ts";
import type { Queryable } from "../../db/open.ts";
import { pageOf } from "../../db/page-of.ts";
import { ServiceError } from "../../errors.ts";
import { uuidPattern } from "../../schema.ts";
import { groupIsWithin } from "../reports/scope-clients-sql.ts";
import { campaignReleasesMax } from "./sql.ts";

export type ListedCampaign = { id: string; name: string; releases: number; createdAt: Date };
export type Campaign = { id: string; name: string; createdAt: Date; releaseIds: number[] };

const listName = "campaigns";
const limitDefault = 20;

/** The agency's campaigns, newest first, a page at a time. Throws `invalid_cursor`. */
export async function listCampaigns(
  sql: Queryable,
  agencyId: number,
  {
    limit = limitDefault,
    cursor,
    clientIds = null,
  }: { limit?: number; cursor?: string; clientIds?: readonly number[] | null },
): Promise<{ campaigns: ListedCampaign[]; nextCursor: string | null }> {
  const before = cursor === undefined ? null : decodeCursor(listName, cursor, isId);
  const rows = await sql<ListedCampaign[]>`
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
      ${before === null ? sql`` : sql`and id < ${before}`}
      ${clientIds === null ? sql`` : sql`and ${groupIsWithin(sql, agencyId, { type: "campaign", clientIds })}`}
    order by id desc
    limit ${limit + 1}
  `;
  const page = { list: listName, limit, toItem: (row: ListedCampaign) => row };
  const { items, nextCursor } = pageOf(rows, { ...page, idOf: ({ id }) => id });
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

function isId(value: unknown): value is string {
  return typeof value === "string" && uuidPattern.test(value);
}
