import { integerArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { dimensions } from "../../measurement/dimensions.ts";
import { humanClass } from "../../measurement/vocabulary.ts";
import type { LostDayRow, ReleaseFigureRow, RollUps } from "./roll-ups.ts";
import { type ClientSums, dayRows, type Fragment } from "./summed-rows-sql.ts";

/** Days from `from` to `to`, both included, or the last `days` days with today in the agency's time zone. */
export type AskedWindow = { from: string; to: string } | { days: number };

/** Most values per dimension in a report; the rest is summed as "other". */
const reportedValuesMax = 100;

/**
 * Reads the roll-ups of an agency's releases in one statement, so that all figures are of one snapshot. Ids that aren't the
 * agency's are left out of `releases` and of every sum. Returns null for an agency that doesn't exist.
 * Only the primary keys of two roll-up tables are scanned: what it costs depends on days and distinct values, not on hits.
 */
export async function readRollUps(
  sql: Queryable,
  agencyId: number,
  input: { releaseIds: readonly number[]; window: AskedWindow; sums?: ClientSums | null },
): Promise<RollUps | null> {
  const asked =
    "days" in input.window ? { ...input.window, from: null, to: null } : { ...input.window, days: null };
  const releaseIds = integerArray(input.releaseIds);
  // Days that are known let the planner see that a few of them are left beside the sums.
  const [from, to] =
    "days" in input.window
      ? [sql`(select first_day from span)`, sql`(select last_day from span)`]
      : [sql`${input.window.from}::date`, sql`${input.window.to}::date`];
  const rowsOf = (table: "hit_day" | "hit_day_dimension", first = from, last = to) =>
    dayRows(sql, agencyId, { ...input, table, from: first, to: last });
  const [row] = await sql<RollUps[]>`
    with today as (
      select agency.time_zone, (now() at time zone agency.time_zone)::date as day
      from agency
      where agency.id = ${agencyId}
    ),
    span as materialized (
      select
        time_zone,
        coalesce(${asked.from}::date, day - ${asked.days}::integer + 1) as first_day,
        coalesce(${asked.to}::date, day) as last_day
      from today
    ),
    counted as (
      select
        day,
        class,
        ${daySums(sql)},
        sum(beacons)::bigint as beacons,
        sum(engaged_ms)::bigint as "engagedMs",
        sum(scroll_25)::bigint as "scroll25",
        sum(scroll_50)::bigint as "scroll50",
        sum(scroll_75)::bigint as "scroll75",
        sum(scroll_100)::bigint as "scroll100"
      from (${rowsOf("hit_day")}) as hits
      group by day, class
    ),
    summed as (
      select
        dimension,
        value_id,
        ${valueSums(sql)}
      from (${rowsOf("hit_day_dimension")}) as hits
      group by dimension, value_id
    ),
    ranked as (
      select *, row_number() over (partition by dimension order by value_id = 0, count desc, value_id) as rank
      from summed
    ),
    kept as (
      select
        dimension,
        case when rank <= ${reportedValuesMax} then value_id else 0 end as value_id,
        ${valueSums(sql)}
      from ranked
      group by 1, 2
    ),
    named as (
      select
        kept.dimension,
        kept.value_id as "valueId",
        kept.count,
        kept.visitors,
        kept.visits,
        coalesce(hit_source.source, hit_campaign.source, hit_operator.name, hit_target.label) as name,
        coalesce(hit_source.domain, hit_campaign.medium, hit_target.url) as detail,
        hit_campaign.campaign,
        hit_source.channel
      from kept
      left join hit_source
        on kept.dimension = ${dimensions.source}
        and hit_source.agency_id = ${agencyId}
        and hit_source.id = kept.value_id
      left join hit_campaign
        on kept.dimension = ${dimensions.campaign}
        and hit_campaign.agency_id = ${agencyId}
        and hit_campaign.id = kept.value_id
      left join hit_operator
        on kept.dimension between ${dimensions.operatorCrawl} and ${dimensions.operatorReferral}
        and hit_operator.agency_id = ${agencyId}
        and hit_operator.id = kept.value_id
      left join hit_target
        on kept.dimension >= ${dimensions.target}
        and hit_target.agency_id = ${agencyId}
        and hit_target.id = kept.value_id
    ),
    reported as (
      select
        release.id,
        release.title,
        release.status,
        release.published_at as "publishedAt",
        release.moved_in_at as "movedInAt",
        client.name as "clientName",
        newsroom.level,
        exists (
          select
          from hit_day
          where hit_day.agency_id = ${agencyId}
            and hit_day.release_id = release.id
            and hit_day.day between (select first_day from span) and (select last_day from span)
        ) as "hasHits"
      from release
      join client on client.agency_id = release.agency_id and client.id = release.client_id
      join newsroom on newsroom.agency_id = release.agency_id and newsroom.client_id = release.client_id
      where release.agency_id = ${agencyId}
        and release.id = any(${releaseIds}::integer[])
    )
    select
      span.time_zone as timezone,
      span.first_day::text as "from",
      span.last_day::text as "to",
      now() as "dataThrough",
      coalesce((select json_agg(reported order by id) from reported), '[]') as releases,
      coalesce((select json_agg(counted) from counted), '[]') as days,
      coalesce((select json_agg(named) from named), '[]') as values,
      (
        select coalesce(sum(requests), 0)::bigint
        from (${rowsOf("hit_day", sql`(${from} - (${to} - ${from} + 1))`, sql`(${from} - 1)`)}) as hits
        where class = ${humanClass}
      ) as "previousViews",
      ${lostHits(sql, agencyId, { releases: sql`release_id = any(${releaseIds}::integer[])`, from, to })} as lost
    from span
  `;
  return row ?? null;
}

/** Days with hits of these releases that were never counted, as JSON. */
export function lostHits(
  sql: Queryable,
  agencyId: number,
  { releases, from, to }: { releases: Fragment; from: Fragment; to: Fragment },
): Fragment {
  return sql`
    coalesce((
      select json_agg(lost order by day)
      from (
        select day, sum(hits)::bigint as hits
        from lost_hit_day
        where agency_id = ${agencyId}
          and ${releases}
          and day between ${from} and ${to}
        group by day
      ) as lost
    ), '[]')
  `;
}

/** Days with hits of these releases that were never counted, the earliest first. */
export async function selectLostHits(
  sql: Queryable,
  agencyId: number,
  input: { releaseIds: readonly number[]; window: { from: string; to: string } },
): Promise<LostDayRow[]> {
  const releases = sql`release_id = any(${integerArray(input.releaseIds)}::integer[])`;
  const [from, to] = [sql`${input.window.from}::date`, sql`${input.window.to}::date`];
  const [row] = await sql<{ lost: LostDayRow[] }[]>`
    select ${lostHits(sql, agencyId, { releases, from, to })} as lost
  `;
  return row?.lost ?? [];
}

/** Views of the agency's releases on each of these days, the earliest first. */
export async function selectDailyViews(
  sql: Queryable,
  agencyId: number,
  input: { releaseIds: readonly number[]; sums?: ClientSums | null; from: string; to: string },
): Promise<number[]> {
  const [from, to] = [sql`${input.from}::date`, sql`${input.to}::date`];
  const rows = await sql<{ views: number }[]>`
    with counted as materialized (
      select day, sum(requests)::bigint as views
      from (${dayRows(sql, agencyId, { ...input, table: "hit_day", from, to })}) as hits
      where class = ${humanClass}
      group by day
    )
    select coalesce(counted.views, 0)::bigint as views
    from generate_series(0, ${to} - ${from}) as after
    left join counted on counted.day = ${from} + after
    order by after
  `;
  return rows.map(({ views }) => views);
}

/** The last `days` calendar days of an agency's time zone, today included; null for an agency that doesn't exist. */
export async function selectDayWindow(
  sql: Queryable,
  agencyId: number,
  days: number,
): Promise<{ from: string; to: string; timezone: string } | null> {
  const [row] = await sql<{ from: string; to: string; timezone: string }[]>`
    select
      ((now() at time zone time_zone)::date - ${days}::integer + 1)::text as "from",
      (now() at time zone time_zone)::date::text as "to",
      time_zone as timezone
    from agency
    where id = ${agencyId}
  `;
  return row ?? null;
}

/** Headline figures of people for each of the agency's releases, newest first. */
export async function selectReleaseFigures(
  sql: Queryable,
  agencyId: number,
  input: { releaseIds: readonly number[]; window: { from: string; to: string } },
): Promise<ReleaseFigureRow[]> {
  const releaseIds = integerArray(input.releaseIds);
  return await sql<ReleaseFigureRow[]>`
    with figures as materialized (
      select
        release_id,
        ${daySums(sql)}
      from hit_day
      where agency_id = ${agencyId}
        and release_id = any(${releaseIds}::integer[])
        and class = ${humanClass}
        and day between ${input.window.from}::date and ${input.window.to}::date
      group by release_id
    )
    select
      release.id,
      release.title,
      release.status,
      to_json(release.published_at) as "publishedAt",
      to_json(release.moved_in_at) as "movedInAt",
      client.name as "clientName",
      newsroom.level,
      coalesce(figures.requests, 0) as views,
      coalesce(figures.visitors, 0) as "uniqueVisitors",
      coalesce(figures.visits, 0) as visits,
      coalesce(figures.interactions, 0) as interactions,
      figures.levels
    from release
    join client on client.agency_id = release.agency_id and client.id = release.client_id
    join newsroom on newsroom.agency_id = release.agency_id and newsroom.client_id = release.client_id
    left join figures on figures.release_id = release.id
    where release.agency_id = ${agencyId}
      and release.id = any(${releaseIds}::integer[])
    order by release.published_at desc nulls last, release.id desc
  `;
}

/** Sums of the columns that every figure of `hit_day` begins with. */
function daySums(sql: Queryable) {
  return sql`
    sum(requests)::bigint as requests, sum(visitors)::bigint as visitors, sum(visits)::bigint as visits,
    sum(interactions)::bigint as interactions, bit_or(levels) as levels
  `;
}

function valueSums(sql: Queryable) {
  return sql`sum(count)::bigint as count, sum(visitors)::bigint as visitors, sum(visits)::bigint as visits`;
}
