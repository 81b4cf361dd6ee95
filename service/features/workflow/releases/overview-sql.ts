import type { Queryable } from "../../../floor/db/open.ts";
import type { ClippingLine } from "../../insights/clippings/schema.ts";
import { isCounted } from "../../insights/import/stored-sql.ts";
import { humanClass } from "../../measurement/vocabulary.ts";
import type { LostDayRow } from "../../reporting/articles/roll-ups.ts";
import { lostHits } from "../../reporting/articles/sql.ts";

/** Of the agency's calendar, today included. */
export const figuresDays = 7;
/** Named on the page of a release; lists have the rest. */
const clippingsShownMax = 5;
const reportsShownMax = 10;

export type ReleaseFigure = { latest: number; before: number };

export type ReleaseFigures = {
  views: ReleaseFigure;
  visits: ReleaseFigure;
  interactions: ReleaseFigure;
  /** Days between the publication and the latest seven; 0 where they reach back to it. */
  daysBefore: number;
  /** Days with hits that were never counted. */
  lostHits: LostDayRow[];
};

type FlatFigures = {
  views: number;
  visits: number;
  interactions: number;
  viewsBefore: number;
  visitsBefore: number;
  interactionsBefore: number;
  daysBefore: number;
  lost: LostDayRow[];
};

/** What humans did with a release in the latest seven days, and in all days before. */
export async function findReleaseFigures(
  sql: Queryable,
  agencyId: number,
  { releaseId, timeZone }: { releaseId: number; timeZone: string },
): Promise<ReleaseFigures> {
  const sum = (column: "requests" | "visits" | "interactions", isLatest: boolean) => sql`
    coalesce(sum(h.${sql(column)}) filter (where h.day ${isLatest ? sql`>=` : sql`<`} latest.day), 0)::double precision
  `;
  const [row] = await sql<FlatFigures[]>`
    with latest as (select (now() at time zone ${timeZone})::date - ${figuresDays - 1}::integer as day)
    select
      ${sum("requests", true)} as views,
      ${sum("visits", true)} as visits,
      ${sum("interactions", true)} as interactions,
      ${sum("requests", false)} as "viewsBefore",
      ${sum("visits", false)} as "visitsBefore",
      ${sum("interactions", false)} as "interactionsBefore",
      greatest(0, latest.day - (r.published_at at time zone ${timeZone})::date)::integer as "daysBefore",
      ${lostHits(sql, agencyId, { releases: sql`release_id = ${releaseId}`, from: sql`'-infinity'`, to: sql`'infinity'` })} as lost
    from release r
    cross join latest
    left join hit_day h on h.agency_id = ${agencyId} and h.release_id = r.id and h.class = ${humanClass}
    where r.agency_id = ${agencyId}
      and r.id = ${releaseId}
    group by latest.day, r.published_at
  `;
  if (row === undefined) throw new Error("The release whose page is asked for is not there.");
  return {
    views: { latest: row.views, before: row.viewsBefore },
    visits: { latest: row.visits, before: row.visitsBefore },
    interactions: { latest: row.interactions, before: row.interactionsBefore },
    daysBefore: row.daysBefore,
    lostHits: row.lost,
  };
}

export type ReleaseClipping = ClippingLine & { id: string; total: number };

/** The latest clippings of a release; `total` is how many there are. */
export async function listReleaseClippings(
  sql: Queryable,
  agencyId: number,
  releaseId: number,
): Promise<ReleaseClipping[]> {
  return await sql<ReleaseClipping[]>`
    select
      id, medium, headline, url, published_at as "publishedAt", published_on::text as "publishedOn",
      (count(*) over ())::integer as total
    from media_mention as mention
    where agency_id = ${agencyId}
      and release_id = ${releaseId}
      and ${isCounted(sql, agencyId, "mention")}
    order by published_at desc, id desc
    limit ${clippingsShownMax}
  `;
}

export type ReleaseMailing = {
  /** Null where 0.2.0 wrote the mails. */
  mails: number | null;
  isWritten: boolean;
  waiting: number;
  failed: number;
};

/** What became of the mails to subscribers about a release; null where none were meant to go out. */
export async function findReleaseMailing(
  sql: Queryable,
  agencyId: number,
  releaseId: number,
): Promise<ReleaseMailing | null> {
  const [row] = await sql<ReleaseMailing[]>`
    select
      f.mails,
      f.finished_at is not null as "isWritten",
      (count(m.id) filter (where m.status = 'waiting'))::integer as waiting,
      (count(m.id) filter (where m.status = 'failed'))::integer as failed
    from newsroom_fan_out f
    -- Its mails were made between its beginning and its end, and an index has them by this moment.
    left join mail m
      on m.agency_id = ${agencyId}
      and m.kind in ('release', 'release_digest')
      and m.created_at between f.created_at and coalesce(f.finished_at, now())
      and m.once = ${String(releaseId)}
    where f.agency_id = ${agencyId}
      and f.release_id = ${releaseId}
    group by f.mails, f.finished_at
  `;
  return row ?? null;
}

export type ReleaseReport = { id: string; title: string; createdAt: Date };

/**
 * The newest reports on a release alone, and on campaigns and portfolios that hold it. Whoever is limited to some clients gets the
 * former: the others may name clients that are not theirs.
 */
export async function listReportsOfRelease(
  sql: Queryable,
  agencyId: number,
  { releaseId, clientId, isLimited }: { releaseId: number; clientId: number; isLimited: boolean },
): Promise<ReleaseReport[]> {
  return await sql<ReleaseReport[]>`
    with campaigns as (
      select campaign_id as id
      from campaign_release
      where agency_id = ${agencyId}
        and release_id = ${releaseId}
    ),
    scopes as (
      select 'article' as type, ${String(releaseId)}::text as id
      union all
      select 'campaign', id::text
      from campaigns
      union
      select 'portfolio', portfolio_id::text
      from portfolio_campaign
      join campaigns on campaigns.id = portfolio_campaign.campaign_id
      where portfolio_campaign.agency_id = ${agencyId}
      union
      select 'portfolio', portfolio_id::text
      from portfolio_client
      where agency_id = ${agencyId}
        and client_id = ${clientId}
    )
    select report.id, report.title, report.created_at as "createdAt"
    from (select * from scopes ${isLimited ? sql`where type = 'article'` : sql``}) as scopes
    cross join lateral (
      select id, title, created_at, number
      from publication_report
      where agency_id = ${agencyId}
        and scope_type = scopes.type
        and scope_id = scopes.id
      order by number desc
      limit ${reportsShownMax}
    ) as report
    order by report.number desc
    limit ${reportsShownMax}
  `;
}
