import { textArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { humanClass } from "../../measurement/vocabulary.ts";
import type { DayRange } from "../reports/periods.ts";
import { clientDays, publishedWithin } from "./figure-rows-sql.ts";

/** Of a campaign or portfolio over some days. */
export type GroupFigures = { id: string; views: number; visitors: number; clippings: number };

/**
 * The sums of these campaigns or portfolios. A portfolio's clients count whole, with clippings that are about no release; a release of
 * its campaigns that belongs to one of them counts once.
 */
export async function selectGroupFigures(
  sql: Queryable,
  agencyId: number,
  { type, ids, days }: { type: "campaign" | "portfolio"; ids: readonly string[]; days: DayRange },
): Promise<GroupFigures[]> {
  const groups = sql`any(${textArray(ids)}::uuid[])`;
  const members =
    type === "campaign"
      ? {
          whole: sql`select null::uuid as id, null::integer as client_id where false`,
          loose: sql`
            select campaign_id as id, release_id
            from campaign_release
            where agency_id = ${agencyId} and campaign_id = ${groups}
          `,
        }
      : {
          whole: sql`
            select portfolio_id as id, client_id
            from portfolio_client
            where agency_id = ${agencyId} and portfolio_id = ${groups}
          `,
          loose: sql`
            select distinct p.portfolio_id as id, c.release_id
            from portfolio_campaign p
            join campaign_release c on c.agency_id = ${agencyId} and c.campaign_id = p.campaign_id
            join release r on r.agency_id = ${agencyId} and r.id = c.release_id
            where p.agency_id = ${agencyId}
              and p.portfolio_id = ${groups}
              and not exists (select from whole where whole.id = p.portfolio_id and whole.client_id = r.client_id)
          `,
        };
  return await sql<GroupFigures[]>`
    with whole as materialized (${members.whole}),
    loose as materialized (${members.loose}),
    state as materialized (
      select (select summed_through from figure_state where agency_id = ${agencyId}) as through
    ),
    of_client as (
      select id, sum(views) as views, sum(visitors) as visitors
      from (${clientDays(sql, agencyId, { days, inScope: sql`and client_id in (select client_id from whole)` })}) as day
      group by id
    ),
    -- A release of several campaigns is read once.
    of_release as materialized (
      select release_id, hits.views, hits.visitors
      from (select distinct release_id from loose) as each
      cross join lateral (
        select sum(h.requests) as views, sum(h.visitors) as visitors
        from hit_day h
        where h.agency_id = ${agencyId}
          and h.release_id = each.release_id
          and h.class = ${humanClass}
          and h.day between ${days.from}::date and ${days.to}::date
      ) as hits
    ),
    clip as materialized (
      select media_mention.release_id, coalesce(media_mention.client_id, release.client_id) as client_id, count(*) as clippings
      from media_mention
      left join release on release.agency_id = ${agencyId} and release.id = media_mention.release_id
      where media_mention.agency_id = ${agencyId}
        and ${publishedWithin(sql, agencyId, days)}
      group by 1, 2
    ),
    summed as (
      select whole.id, views, visitors, 0 as clippings from whole join of_client on of_client.id = client_id
      union all
      select loose.id, views, visitors, 0 from loose join of_release using (release_id)
      union all
      select whole.id, 0, 0, clippings from whole join clip using (client_id)
      union all
      select loose.id, 0, 0, clippings from loose join clip using (release_id)
    )
    select
      id, coalesce(sum(views), 0)::double precision as views, coalesce(sum(visitors), 0)::double precision as visitors,
      sum(clippings)::double precision as clippings
    from summed
    group by id
  `;
}
