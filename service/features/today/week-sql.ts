import { integerArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { isCounted } from "../insights/import/stored-sql.ts";
import { humanClass } from "../measurement/vocabulary.ts";
import type { LostDayRow } from "../reporting/articles/roll-ups.ts";
import { lostHits } from "../reporting/articles/sql.ts";
import type { Scope } from "./work-sql.ts";

/** The newest ones, as in a report: each costs two looks into an index, and 10,000 would take 0.1 s. */
export const weekReleasesMax = 2_000;

type Weeks = { thisWeek: number; lastWeek: number };
export type WeekFigures = {
  views: Weeks;
  clippings: Weeks;
  approvals: Weeks;
  /** Days of both weeks with hits that were never counted. */
  lostHits: LostDayRow[];
  /** There are more releases than were looked at. */
  isCut: boolean;
};

type FlatFigures = Record<
  "releases" | "views" | "viewsBefore" | "clippings" | "clippingsBefore" | "approvals" | "approvalsBefore",
  number
> & { lost: LostDayRow[] };

/** The week so far beside the whole one before, from Monday of the agency's calendar: views by humans, clippings, approvals. */
export async function readWeek(
  sql: Queryable,
  agencyId: number,
  { clientIds, timeZone }: Scope & { timeZone: string },
): Promise<WeekFigures> {
  const inScope = (column: ReturnType<Queryable>) =>
    clientIds === null ? sql`` : sql`and ${column} = any(${integerArray(clientIds)}::integer[])`;
  const [row] = await sql<FlatFigures[]>`
    with week as materialized (
      select
        monday,
        monday::timestamp at time zone ${timeZone} as begins,
        (monday - 7)::timestamp at time zone ${timeZone} as began
      from (select date_trunc('week', now() at time zone ${timeZone})::date as monday) as today
    ),
    newest as materialized (
      select r.id
      from release r
      where r.agency_id = ${agencyId}
        and r.status = 'published'
        ${inScope(sql`r.client_id`)}
      order by r.published_at desc, r.id desc
      limit ${weekReleasesMax}
    ),
    -- Those that are not shown any more, and those that are not out yet and a paper wrote about: they count in all other figures. By
    -- themselves, because the index of what is published knows neither.
    releases as materialized (
      select id from newest
      union all
      (
        select r.id
        from release r
        where r.agency_id = ${agencyId}
          and r.status <> 'published'
          ${inScope(sql`r.client_id`)}
        order by r.id desc
        limit ${weekReleasesMax}
      )
    ),
    -- One look into each index for a release, where a join might read all days of the agency.
    counted as (
      select hits.*, clips.*
      from releases
      cross join week
      cross join lateral (
        select
          coalesce(sum(h.requests) filter (where h.day >= week.monday), 0) as views,
          coalesce(sum(h.requests) filter (where h.day < week.monday), 0) as views_before
        from hit_day h
        where h.agency_id = ${agencyId}
          and h.release_id = releases.id
          and h.class = ${humanClass}
          and h.day >= week.monday - 7
      ) as hits
      cross join lateral (${clippingsOf(sql, agencyId, sql`m.release_id = releases.id`)}) as clips
    ),
    -- A clipping on a topic, or on a text from before the newsroom, is about none.
    about_none as (
      select clips.*
      from week
      cross join lateral (
        ${clippingsOf(sql, agencyId, sql`m.release_id is null ${inScope(sql`m.client_id`)}`)}
      ) as clips
    ),
    decided as (
      select
        count(*) filter (where a.decided_at >= week.begins) as approvals,
        count(*) filter (where a.decided_at < week.begins) as approvals_before
      from approval a
      cross join week
      ${clientIds === null ? sql`` : sql`join draft d on d.agency_id = a.agency_id and d.id = a.draft_id`}
      where a.agency_id = ${agencyId}
        and a.decided_at is not null
        and a.decided_at >= week.began
        -- A changed text makes a granted one superseded; of these, none but a granted one was decided.
        and a.status in ('approved', 'superseded')
        ${inScope(sql`d.client_id`)}
    )
    select
      (select count(*) from newest)::integer as releases,
      coalesce(sum(views), 0)::double precision as views,
      coalesce(sum(views_before), 0)::double precision as "viewsBefore",
      (coalesce(sum(clippings), 0) + (select clippings from about_none))::double precision as clippings,
      (coalesce(sum(clippings_before), 0) + (select clippings_before from about_none))::double precision
        as "clippingsBefore",
      (select approvals from decided)::double precision as approvals,
      (select approvals_before from decided)::double precision as "approvalsBefore",
      ${lostHits(sql, agencyId, { releases: sql`release_id in (select id from releases)`, from: sql`(select monday - 7 from week)`, to: sql`'infinity'` })} as lost
    from counted
  `;
  if (row === undefined) throw new Error("The sums of a week returned no row.");
  return {
    views: { thisWeek: row.views, lastWeek: row.viewsBefore },
    clippings: { thisWeek: row.clippings, lastWeek: row.clippingsBefore },
    approvals: { thisWeek: row.approvals, lastWeek: row.approvalsBefore },
    lostHits: row.lost,
    isCut: row.releases === weekReleasesMax,
  };
}

/** How many clippings of both weeks count, by the rule of all other figures. */
function clippingsOf(sql: Queryable, agencyId: number, isAbout: ReturnType<Queryable>) {
  return sql`
    select
      count(*) filter (where m.published_at >= week.begins) as clippings,
      count(*) filter (where m.published_at < week.begins) as clippings_before
    from media_mention m
    where m.agency_id = ${agencyId}
      and ${isAbout}
      and m.published_at >= week.began
      and m.published_at <= now()
      and ${isCounted(sql, agencyId, "m")}
  `;
}
