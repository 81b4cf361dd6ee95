import type { Queryable } from "../../../floor/db/open.ts";
import { humanClass } from "../../measurement/vocabulary.ts";

/** How a release stands beside the earlier ones of its client at the same age. */
export type Benchmark = { day: number; views: number; better: number; of: number };

/** Ages that are compared, in days, the day of publication as the first. */
const ages = [1, 7, 30] as const;
/** Among fewer earlier releases a rank says nothing. */
const comparableMin = 8;
/** Earlier releases that are looked at, the latest: some years of them. */
const earlierMax = 200;

/**
 * The ages that a release has reached, each beside the client's earlier releases that were measured at the same level until then. An age
 * with fewer than eight of them is left out. A release nobody viewed counts at the level of its newsroom.
 */
export async function selectBenchmarks(
  sql: Queryable,
  agencyId: number,
  releaseId: number,
): Promise<Benchmark[]> {
  return await sql<Benchmark[]>`
    with own as materialized (
      select
        r.id, r.client_id, r.published_at, a.time_zone, (now() at time zone a.time_zone)::date as today,
        substr(n.level, 2)::integer as level
      from release r
      join agency a on a.id = r.agency_id
      join newsroom n on n.agency_id = r.agency_id and n.client_id = r.client_id
      where r.agency_id = ${agencyId}
        and r.id = ${releaseId}
        and r.published_at is not null
        and r.moved_in_at is null
    ),
    compared as materialized (
      (
        select r.id, (r.published_at at time zone own.time_zone)::date as first_day
        from own
        join release r on r.agency_id = ${agencyId} and r.client_id = own.client_id
        where r.id <> own.id
          and r.status in ('published', 'archived')
          -- Nobody counted the first days of what appeared elsewhere.
          and r.moved_in_at is null
          and r.published_at < own.published_at
        order by r.published_at desc, r.id desc
        limit ${earlierMax}
      )
      union all
      select id, (published_at at time zone time_zone)::date from own
    ),
    reached as (
      select c.id, age.days, coalesce(hits.views, 0) as views,
        case
          when hits.levels & 4 <> 0 then 2
          when hits.levels & 2 <> 0 then 1
          when hits.levels & 1 <> 0 then 0
          else own.level
        end as level
      from own
      cross join compared c
      cross join unnest(${sql.array([...ages])}::integer[]) as age (days)
      cross join lateral (
        select sum(h.requests) as views, coalesce(bit_or(h.levels), 0) as levels
        from hit_day h
        where h.agency_id = ${agencyId}
          and h.release_id = c.id
          and h.class = ${humanClass}
          and h.day between c.first_day and c.first_day + age.days - 1
      ) as hits
      where c.first_day + age.days <= own.today
    )
    select
      mine.days as day,
      mine.views::double precision as views,
      count(*) filter (where earlier.views < mine.views)::integer as better,
      count(*)::integer as of
    from reached mine
    join own on own.id = mine.id
    join reached earlier on earlier.days = mine.days and earlier.level = mine.level and earlier.id <> mine.id
    group by mine.days, mine.views
    having count(*) >= ${comparableMin}
    order by mine.days
  `;
}
