import { integerArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { Scope } from "./scope.ts";

/** Releases of one report: each has a row of its own, and a table of more pages than this is read by nobody. */
export const reportReleasesMax = 2_000;

export type FoundScope = {
  title: string;
  /** Newest first. */
  releaseIds: number[];
  /** Older ones beyond the bound. */
  releasesLeftOut: number;
  /** The client that the portfolio is kept for. */
  clientId?: number;
};

/** Releases that a scope covers now, or null for a scope that the agency has not. */
export async function findScope(sql: Queryable, agencyId: number, scope: Scope): Promise<FoundScope | null> {
  if (scope.type === "article") return await findArticle(sql, agencyId, Number(scope.id));
  const [row] =
    scope.type === "campaign"
      ? await selectCampaign(sql, agencyId, scope.id)
      : await selectPortfolio(sql, agencyId, scope.id);
  if (row === undefined) return null;
  return {
    title: row.title,
    releaseIds: row.releaseIds.slice(0, reportReleasesMax),
    releasesLeftOut: Math.max(0, row.releases - reportReleasesMax),
    ...(row.clientId === null ? {} : { clientId: row.clientId }),
  };
}

type ScopeRow = { title: string; releaseIds: number[]; releases: number; clientId: number | null };

/** What a portfolio is called; one that is kept for a client as the client is called now. */
export function portfolioName(sql: Queryable, agencyId: number) {
  return sql`
    coalesce(
      (select client.name from client where client.agency_id = ${agencyId} and client.id = portfolio.client_id),
      portfolio.name
    )
  `;
}

/** The name of a listed row's scope by its columns `scope_type` and `scope_id`; null where that is gone. */
export function scopeTitle(sql: Queryable, agencyId: number) {
  return sql`
    case scope_type
      when 'article' then (
        select title from release where release.agency_id = ${agencyId} and release.id = scope_id::integer
      )
      when 'campaign' then (
        select name from campaign where campaign.agency_id = ${agencyId} and campaign.id = scope_id::uuid
      )
      else (
        select ${portfolioName(sql, agencyId)}
        from portfolio
        where portfolio.agency_id = ${agencyId}
          and portfolio.id = scope_id::uuid
      )
    end
  `;
}

async function findArticle(sql: Queryable, agencyId: number, releaseId: number): Promise<FoundScope | null> {
  const [row] = await sql<{ title: string }[]>`
    select title
    from release
    where agency_id = ${agencyId}
      and id = ${releaseId}
  `;
  return row === undefined ? null : { title: row.title, releaseIds: [releaseId], releasesLeftOut: 0 };
}

async function selectCampaign(sql: Queryable, agencyId: number, campaignId: string): Promise<ScopeRow[]> {
  return await sql<ScopeRow[]>`
    with covered as (
      select release.id, release.published_at
      from campaign_release
      join release on release.agency_id = campaign_release.agency_id and release.id = campaign_release.release_id
      where campaign_release.agency_id = ${agencyId}
        and campaign_release.campaign_id = ${campaignId}
    )
    select name as title, null::integer as "clientId", ${newestOf(sql)}
    from campaign
    where agency_id = ${agencyId}
      and id = ${campaignId}
  `;
}

/** Of its clients all that is or was published; of its campaigns all releases, since somebody chose them one by one. */
async function selectPortfolio(sql: Queryable, agencyId: number, portfolioId: string): Promise<ScopeRow[]> {
  return await sql<ScopeRow[]>`
    with covered as (
      select release.id, release.published_at
      from portfolio_client
      join release on release.agency_id = portfolio_client.agency_id and release.client_id = portfolio_client.client_id
      where portfolio_client.agency_id = ${agencyId}
        and portfolio_client.portfolio_id = ${portfolioId}
        and release.status in ('published', 'archived')
      union
      select release.id, release.published_at
      from portfolio_campaign
      join campaign_release
        on campaign_release.agency_id = portfolio_campaign.agency_id
        and campaign_release.campaign_id = portfolio_campaign.campaign_id
      join release on release.agency_id = campaign_release.agency_id and release.id = campaign_release.release_id
      where portfolio_campaign.agency_id = ${agencyId}
        and portfolio_campaign.portfolio_id = ${portfolioId}
    )
    select ${portfolioName(sql, agencyId)} as title, client_id as "clientId", ${newestOf(sql)}
    from portfolio
    where agency_id = ${agencyId}
      and id = ${portfolioId}
  `;
}

function newestOf(sql: Queryable) {
  return sql`
    array(
      select id
      from covered
      order by published_at desc nulls last, id desc
      limit ${reportReleasesMax}
    ) as "releaseIds",
    (select count(*) from covered) as releases
  `;
}

/** The first day on which one of these releases was here, in the agency's time zone: published, or moved in. Null where none was. */
export async function findFirstDay(
  sql: Queryable,
  agencyId: number,
  releaseIds: readonly number[],
): Promise<string | null> {
  const [row] = await sql<{ day: string | null }[]>`
    select (min(greatest(release.published_at, release.moved_in_at)) at time zone agency.time_zone)::date::text as day
    from agency
    join release on release.agency_id = agency.id
    where agency.id = ${agencyId}
      and release.agency_id = ${agencyId}
      and release.id = any(${integerArray(releaseIds)}::integer[])
    group by agency.time_zone
  `;
  return row?.day ?? null;
}
