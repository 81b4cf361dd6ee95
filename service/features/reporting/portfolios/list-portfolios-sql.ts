import { ServiceError } from "../../../errors.ts";
import { afterEveryUuid, byUuid, listPage, type PageInput } from "../../../floor/db/keyset-list.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { groupIsWithin } from "../reports/scope-clients-sql.ts";
import { portfolioMembersMax } from "./sql.ts";

export type ListedPortfolio = {
  id: string;
  name: string;
  clients: number;
  campaigns: number;
  createdAt: Date;
};
export type Portfolio = {
  id: string;
  name: string;
  createdAt: Date;
  clientIds: number[];
  campaignIds: string[];
};

/** The portfolios that the agency's people put together, newest first, a page at a time. Throws `invalid_cursor`. */
export async function listPortfolios(
  sql: Queryable,
  agencyId: number,
  { clientIds = null, ...page }: PageInput & { clientIds?: readonly number[] | null },
): Promise<{ portfolios: ListedPortfolio[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(
    { name: "portfolios", ...byUuid },
    page,
    ({ after, rowsMax }) => sql<ListedPortfolio[]>`
      select
        id, name,
        created_at as "createdAt",
        (
          select count(*)::integer
          from portfolio_client c
          where c.agency_id = ${agencyId}
            and c.portfolio_id = portfolio.id
        ) as clients,
        (
          select count(*)::integer
          from portfolio_campaign c
          where c.agency_id = ${agencyId}
            and c.portfolio_id = portfolio.id
        ) as campaigns
      from portfolio
      where agency_id = ${agencyId}
        and client_id is null
        and id < ${after ?? afterEveryUuid}
        ${clientIds === null ? sql`` : sql`and ${groupIsWithin(sql, agencyId, { type: "portfolio", clientIds })}`}
      order by id desc
      limit ${rowsMax}
    `,
  );
  return { portfolios: items, nextCursor };
}

/** A portfolio that can be edited, with the ids of its members. Throws `not_found`. */
export async function readPortfolio(
  sql: Queryable,
  agencyId: number,
  portfolioId: string,
): Promise<Portfolio> {
  const [row] = await sql<Portfolio[]>`
    select
      id, name,
      created_at as "createdAt",
      array(
        select c.client_id
        from portfolio_client c
        where c.agency_id = ${agencyId}
          and c.portfolio_id = portfolio.id
        order by c.client_id
        limit ${portfolioMembersMax}
      ) as "clientIds",
      array(
        select c.campaign_id
        from portfolio_campaign c
        where c.agency_id = ${agencyId}
          and c.portfolio_id = portfolio.id
        order by c.campaign_id
        limit ${portfolioMembersMax}
      ) as "campaignIds"
    from portfolio
    where agency_id = ${agencyId}
      and id = ${portfolioId}
      and client_id is null
  `;
  if (row === undefined) throw new ServiceError("not_found", `There is no portfolio ${portfolioId}.`);
  return row;
}
