import { integerArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { humanClass } from "../measurement/vocabulary.ts";
import type { Scope } from "./work-sql.ts";

export type LatestRelease = {
  pressReleaseId: number;
  title: string;
  clientName: string;
  publishedAt: Date;
  /** Page views by humans of the last seven days of the agency's calendar, oldest first. */
  views: number[];
  /** The first of the days, `2026-11-16`. */
  firstDay: string;
};

const releasesMax = 5;
const days = 7;

/** The latest releases that readers can see, with what a week brought them. */
export async function listLatestReleases(
  sql: Queryable,
  agencyId: number,
  { clientIds, timeZone }: Scope & { timeZone: string },
): Promise<LatestRelease[]> {
  return await sql<LatestRelease[]>`
    with latest as materialized (
      select r.id, r.title, r.client_id, r.published_at
      from release r
      where r.agency_id = ${agencyId}
        and r.status = 'published'
        ${clientIds === null ? sql`` : sql`and r.client_id = any(${integerArray(clientIds)}::integer[])`}
      order by r.published_at desc, r.id desc
      limit ${releasesMax}
    ),
    week as materialized (
      select (now() at time zone ${timeZone})::date - ${days - 1}::integer + offset_days as day
      from generate_series(0, ${days - 1}::integer) as offset_days
    )
    select
      latest.id as "pressReleaseId",
      latest.title,
      c.name as "clientName",
      latest.published_at as "publishedAt",
      (select min(day)::text from week) as "firstDay",
      (
        select array_agg(coalesce(h.requests, 0)::integer order by week.day)
        from week
        left join hit_day h
          on h.agency_id = ${agencyId} and h.release_id = latest.id and h.day = week.day and h.class = ${humanClass}
      ) as views
    from latest
    join client c on c.agency_id = ${agencyId} and c.id = latest.client_id
    order by latest.published_at desc, latest.id desc
  `;
}
