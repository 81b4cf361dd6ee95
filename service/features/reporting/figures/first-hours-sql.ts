import type { Queryable } from "../../../floor/db/open.ts";
import { trafficClasses } from "../../measurement/vocabulary.ts";

/** Hours in which steps are shown, and minutes of a step: 192 of them at most. */
export const firstHours = 48;
export const stepMinutes = 15;
const sourcesMax = 5;

const positionsOf = (...names: (typeof trafficClasses)[number][]) =>
  names.map((name) => trafficClasses.indexOf(name));
const human = trafficClasses.indexOf("human");
/** Neither people nor machines: the agency itself, and what could not be told. */
const neither = positionsOf("internal", "unknown");

export type FirstHours = {
  title: string;
  publishedAt: Date;
  minutesOld: number;
  /** Of each step from the publication to now, the running one last. */
  steps: { people: number; machines: number }[];
  sources: { name: string; views: number }[];
};

/** The first hours of a release from its stored hits; null where they are over, or it is not online. */
export async function selectFirstHours(
  sql: Queryable,
  agencyId: number,
  releaseId: number,
): Promise<FirstHours | null> {
  const [row] = await sql<(Omit<FirstHours, "publishedAt"> & { publishedAt: string })[]>`
    with shown as materialized (
      select title, published_at, extract(epoch from now() - published_at)::integer / 60 as minutes_old
      from release
      where agency_id = ${agencyId}
        and id = ${releaseId}
        and status = 'published'
        and moved_in_at is null
        and published_at between now() - ${firstHours} * interval '1 hour' and now()
    ),
    counted as materialized (
      select
        floor(extract(epoch from occurred_at - published_at) / ${stepMinutes * 60})::integer as step, class, source_id,
        count(*) as views
      from hit
      join shown on occurred_at >= published_at
      where agency_id = ${agencyId}
        and occurred_at >= (select published_at from shown)
        and release_id = ${releaseId}
        and kind = 0
        and class <> all(${sql.array(neither)}::integer[])
      group by 1, 2, 3
    )
    select
      title, to_json(published_at) as "publishedAt", minutes_old as "minutesOld",
      (
        select json_agg(json_build_object('people', people, 'machines', machines) order by step)
        from (
          select
            each.step,
            coalesce(sum(views) filter (where class = ${human}), 0) as people,
            coalesce(sum(views) filter (where class <> ${human}), 0) as machines
          from generate_series(0, minutes_old / ${stepMinutes}) as each (step)
          left join counted on counted.step = each.step
          group by each.step
        ) as summed
      ) as steps,
      coalesce((
        select json_agg(json_build_object('name', name, 'views', views) order by views desc, name)
        from (
          select coalesce(s.source, 'direct') as name, sum(views) as views
          from counted
          left join hit_source s on s.agency_id = ${agencyId} and s.id = counted.source_id
          where class = ${human}
          group by 1
          order by 2 desc, 1
          limit ${sourcesMax}
        ) as top
      ), '[]') as sources
    from shown
  `;
  return row === undefined ? null : { ...row, publishedAt: new Date(row.publishedAt) };
}
