import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../errors.ts";
import { integerArray, textArray } from "../../../floor/db/array-literals.ts";
import { inTransaction } from "../../../floor/db/in-transaction.ts";
import { isForeignKeyViolation } from "../../../floor/db/is-foreign-key-violation.ts";
import type { Queryable } from "../../../floor/db/open.ts";

/** Clients, and campaigns, of one portfolio: above what any agency groups, and few enough for one statement. */
export const portfolioMembersMax = 500;

/**
 * Creates a portfolio of an agency's clients, and of campaigns beside them, and returns its id.
 * Throws `invalid_parameters` for no client or too many members, and `not_found` unless all are the agency's.
 */
export async function insertPortfolio(
  sql: Queryable,
  agencyId: number,
  input: { name: string; clientIds: readonly number[]; campaignIds: readonly string[]; id?: string },
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
  const { id = uuidv7() } = input;
  return await inTransaction(sql, async (transaction) => {
    await transaction`
      insert into portfolio (agency_id, id, name)
      values (${agencyId}, ${id}, ${input.name})
    `.catch((error: unknown) => {
      if (!isForeignKeyViolation(error)) throw error;
      throw new ServiceError("not_found", `There is no agency ${agencyId}.`, { cause: error });
    });
    const added = await addMembers(transaction, agencyId, { portfolioId: id, clientIds, campaignIds });
    if (added.clients !== clientIds.length || added.campaigns !== campaignIds.length)
      throw new ServiceError("not_found", `Agency ${agencyId} lacks some of these clients or campaigns.`);
    return id;
  });
}

type Members = { portfolioId: string; clientIds: readonly number[]; campaignIds: readonly string[] };
type MemberCounts = { clients: number; campaigns: number };

/** Adds those of the members that the agency has and the portfolio has not; returns how many. */
async function addMembers(
  transaction: Queryable,
  agencyId: number,
  { portfolioId, clientIds, campaignIds }: Members,
): Promise<MemberCounts> {
  const clients = await transaction`
    insert into portfolio_client (agency_id, portfolio_id, client_id)
    select client.agency_id, ${portfolioId}::uuid, client.id
    from client
    where client.agency_id = ${agencyId}
      and client.id = any(${integerArray(clientIds)}::integer[])
    on conflict do nothing
  `;
  const campaigns = await transaction`
    insert into portfolio_campaign (agency_id, portfolio_id, campaign_id)
    select campaign.agency_id, ${portfolioId}::uuid, campaign.id
    from campaign
    where campaign.agency_id = ${agencyId}
      and campaign.id = any(${textArray(campaignIds)}::uuid[])
    on conflict do nothing
  `;
  return { clients: clients.count, campaigns: campaigns.count };
}

/** Lets one at a time change a portfolio until the transaction ends, so that what is read of it then still holds; false where there is none. */
export async function lockPortfolio(
  transaction: Queryable,
  agencyId: number,
  portfolioId: string,
): Promise<boolean> {
  const found = await transaction`
    select
    from portfolio
    where agency_id = ${agencyId}
      and id = ${portfolioId}
    for no key update
  `;
  return found.length > 0;
}

/** Gives a portfolio this name and these members; returns how many it has then, or null for a portfolio that the agency has not. */
export async function replaceMembers(
  transaction: Queryable,
  agencyId: number,
  input: Members & { name: string },
): Promise<MemberCounts | null> {
  const { portfolioId } = input;
  const changed = await transaction`
    update portfolio
    set name = ${input.name}
    where agency_id = ${agencyId}
      and id = ${portfolioId}
      -- One that is kept for a client follows the client.
      and client_id is null
  `;
  if (changed.count === 0) return null;
  await transaction`
    delete from portfolio_client
    where agency_id = ${agencyId}
      and portfolio_id = ${portfolioId}
      and client_id <> all(${integerArray(input.clientIds)}::integer[])
  `;
  await transaction`
    delete from portfolio_campaign
    where agency_id = ${agencyId}
      and portfolio_id = ${portfolioId}
      and campaign_id <> all(${textArray(input.campaignIds)}::uuid[])
  `;
  await addMembers(transaction, agencyId, input);
  const [row] = await transaction<MemberCounts[]>`
    select
      (
        select count(*)::integer
        from portfolio_client
        where agency_id = ${agencyId}
          and portfolio_id = ${portfolioId}
      ) as clients,
      (
        select count(*)::integer
        from portfolio_campaign
        where agency_id = ${agencyId}
          and portfolio_id = ${portfolioId}
      ) as campaigns
  `;
  return row ?? null;
}

/** The id of the portfolio that is kept for a client, null as long as none is. */
export async function findKeptPortfolio(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id
    from portfolio
    where agency_id = ${agencyId}
      and client_id = ${clientId}
  `;
  return row?.id ?? null;
}

/** The portfolios that are kept for these clients of the agency, by client; made for those that have none. */
export async function keepPortfolios(
  sql: Queryable,
  agencyId: number,
  clientIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const clients = integerArray(clientIds);
  return await inTransaction(sql, async (transaction) => {
    await transaction`
      insert into portfolio (agency_id, id, name, client_id)
      select client.agency_id, asked.id, client.name, client.id
      from unnest(${clients}::integer[], ${textArray(clientIds.map(() => uuidv7()))}::uuid[]) as asked (client_id, id)
      join client on client.agency_id = ${agencyId} and client.id = asked.client_id
      on conflict (agency_id, client_id) where client_id is not null do nothing
    `;
    const rows = await transaction<{ id: string; clientId: number }[]>`
      select id, client_id as "clientId"
      from portfolio
      where agency_id = ${agencyId}
        and client_id = any(${clients}::integer[])
    `;
    // Its releases are found by the client, as in any portfolio: later ones too.
    await transaction`
      insert into portfolio_client (agency_id, portfolio_id, client_id)
      select ${agencyId}::integer, kept.id, kept.client_id
      from unnest(
        ${textArray(rows.map(({ id }) => id))}::uuid[], ${integerArray(rows.map(({ clientId }) => clientId))}::integer[]
      ) as kept (id, client_id)
      on conflict do nothing
    `;
    return new Map(rows.map(({ id, clientId }) => [clientId, id]));
  });
}
