import { v7 as uuidv7 } from "uuid";
import { integerArray, textArray } from "../../db/array-literals.ts";
import type { Queryable } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";

/** Clients, and campaigns, of one portfolio: above what any agency groups, and few enough for one statement. */
export const portfolioMembersMax = 500;

/**
 * Creates a portfolio of an agency's clients, and of campaigns beside them, and returns its id.
 * Throws `invalid_parameters` for no client or too many members, and `not_found` unless all are the agency's.
 */
export async function insertPortfolio(
  sql: Queryable,
  agencyId: number,
  input: { name: string; clientIds: readonly number[]; campaignIds: readonly string[] },
): Promise<string> {
  const clientIds = [...new Set(input.clientIds)];
  const campaignIds = [...new Set(input.campaignIds)];
  if (
    clientIds.length === 0 ||
    clientIds.length > portfolioMembersMax ||
    campaignIds.length > portfolioMembersMax
  ) {
    throw new ServiceError(
      "invalid_parameters",
      `A portfolio has 1 to ${portfolioMembersMax} clients and at most ${portfolioMembersMax} campaigns.`,
    );
  }
  const id = uuidv7();
  const [row] = await sql<{ isCreated: boolean }[]>`
    with own_client as (
      select id
      from client
      where agency_id = ${agencyId}
        and id = any(${integerArray(clientIds)}::integer[])
    ),
    own_campaign as (
      select id
      from campaign
      where agency_id = ${agencyId}
        and id = any(${textArray(campaignIds)}::uuid[])
    ),
    created as (
      insert into portfolio (agency_id, id, name)
      select ${agencyId}::integer, ${id}::uuid, ${input.name}
      where (select count(*) from own_client) = ${clientIds.length}
        and (select count(*) from own_campaign) = ${campaignIds.length}
      returning agency_id, id
    ),
    added_clients as (
      insert into portfolio_client (agency_id, portfolio_id, client_id)
      select created.agency_id, created.id, own_client.id
      from created, own_client
    ),
    added_campaigns as (
      insert into portfolio_campaign (agency_id, portfolio_id, campaign_id)
      select created.agency_id, created.id, own_campaign.id
      from created, own_campaign
    )
    select exists (select from created) as "isCreated"
  `;
  if (row?.isCreated !== true) {
    throw new ServiceError("not_found", `Agency ${agencyId} lacks some of these clients or campaigns.`);
  }
  return id;
}
