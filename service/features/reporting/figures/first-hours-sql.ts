import type { Queryable } from "../../../floor/db/open.ts";
import { humanClass, trafficClasses } from "../../measurement/vocabulary.ts";
import type { LostDayRow } from "../articles/roll-ups.ts";
import { lostHits } from "../articles/sql.ts";

/** Hours in which steps are shown, and minutes of a step: 192 of them at most. */
export const firstHours = 48;
export const stepMinutes = 15;
const sourcesMax = 5;
/** Hits are written within seconds: what is older than this is seldom joined by another one. */
const settledAfterSeconds = 60;

const positionsOf = (...names: (typeof trafficClasses)[number][]) =>
  names.map((name) => trafficClasses.indexOf(name));
/** Neither people nor machines: the agency itself, and what could not be told. */
const neither = positionsOf("internal", "unknown");

export type FirstHours = {
  title: string;
  publishedAt: Date;
  minutesOld: number;
  /** Of each step from the publication to now, the running one last. */
  steps: { people: number; machines: number }[];
  sources: { name: string; views: number }[];
  /** Days with hits that were never counted. */
  lostHits: LostDayRow[];
};

/** What was counted up to a moment, so that the next reading begins there. */
export type KeptHours = { publishedAt: string; through: string; counts: Counts };

type Counts = {
  steps: readonly { step: number; people: number; machines: number }[];
  sources: FirstHours["sources"];
};

type ReadHours = Pick<FirstHours, "title" | "minutesOld" | "lostHits"> & {
  publishedAt: string;
  through: string;
  settled: Counts;
  running: Counts;
  /** Views of the release by the sums of its days. */
  total: { people: number; machines: number };
};

/**
 * The first hours of a release from its stored hits; null where they are over, or it is not online. With `kept` it reads only the hits
 * since then. If both together are not what the sums of its days say (a hit was written late), it counts all anew.
 */
export async function selectFirstHours(
  sql: Queryable,
  agencyId: number,
  releaseId: number,
  kept: KeptHours | null = null,
): Promise<(FirstHours & { kept: KeptHours | null }) | null> {
  const row = await readHours(sql, agencyId, { releaseId, since: kept?.through ?? null });
  if (row === null) return null;
  const { title, publishedAt, minutesOld, through, total, lostHits: lost } = row;
  const isSame = kept !== null && kept.publishedAt === publishedAt;
  const settled = isSame ? added(kept.counts, row.settled) : row.settled;
  const { steps, sources } = added(settled, row.running);
  const agrees =
    steps.reduce((sum, { people }) => sum + people, 0) === total.people &&
    steps.reduce((sum, { machines }) => sum + machines, 0) === total.machines;
  if (kept !== null && !(isSame && agrees)) return await selectFirstHours(sql, agencyId, releaseId);
  const byStep = new Map(steps.map(({ step, ...counts }) => [step, counts]));
  return {
    ...{ title, minutesOld, publishedAt: new Date(publishedAt), lostHits: lost },
    steps: Array.from(
      { length: Math.floor(minutesOld / stepMinutes) + 1 },
      (_, step) => byStep.get(step) ?? { people: 0, machines: 0 },
    ),
    sources: sources.toSorted((a, b) => b.views - a.views || (a.name < b.name ? -1 : 1)).slice(0, sourcesMax),
    kept: agrees ? { publishedAt, through, counts: settled } : null,
  };
}

async function readHours(
  sql: Queryable,
  agencyId: number,
  { releaseId, since }: { releaseId: number; since: string | null },
): Promise<ReadHours | null> {
  const counts = (isSettled: boolean) => sql`
    json_build_object(
      'steps', coalesce((
        select json_agg(json_build_object('step', step, 'people', people, 'machines', machines))
        from (
          select
            step,
            coalesce(sum(views) filter (where class = ${humanClass}), 0) as people,
            coalesce(sum(views) filter (where class <> ${humanClass}), 0) as machines
          from counted
          where is_settled = ${isSettled}
          group by step
        ) as summed
      ), '[]'),
      'sources', coalesce((
        select json_agg(json_build_object('name', name, 'views', views))
        from (
          -- Past the cap of a day a source is stored without its name; reports call these the same.
          select coalesce(s.source, 'other') as name, sum(views) as views
          from counted
          left join hit_source s on s.agency_id = ${agencyId} and s.id = counted.source_id
          where class = ${humanClass}
            and is_settled = ${isSettled}
          group by 1
        ) as summed
      ), '[]')
    )
  `;
  const [row] = await sql<ReadHours[]>`
    with shown as materialized (
      select
        title, published_at, extract(epoch from now() - published_at)::integer / 60 as minutes_old,
        now() - ${settledAfterSeconds} * interval '1 second' as through
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
        occurred_at < through as is_settled, count(*) as views
      from hit
      join shown on occurred_at >= published_at
      where agency_id = ${agencyId}
        and occurred_at >= (select greatest(published_at, ${since}::timestamptz) from shown)
        -- With an end the planner takes it for few rows, and the key; else it may take the index by time, which is coarse on the youngest.
        and occurred_at < now() + interval '1 hour'
        and release_id = ${releaseId}
        and kind = 0
        and class <> all(${sql.array(neither)}::integer[])
      group by 1, 2, 3, 4
    )
    select
      title, to_json(published_at) as "publishedAt", minutes_old as "minutesOld", to_json(through) as through,
      ${counts(true)} as settled,
      ${counts(false)} as running,
      (
        select json_build_object(
          'people', coalesce(sum(h.requests) filter (where h.class = ${humanClass}), 0),
          'machines', coalesce(sum(h.requests) filter (where h.class <> ${humanClass}), 0)
        )
        from hit_day h
        where h.agency_id = ${agencyId}
          and h.release_id = ${releaseId}
          and h.class <> all(${sql.array(neither)}::integer[])
          -- Some agencies' day begins before that of UTC.
          and h.day >= (published_at at time zone 'UTC')::date - 1
      ) as total,
      ${lostHits(sql, agencyId, { releases: sql`release_id = ${releaseId}`, from: sql`'-infinity'`, to: sql`'infinity'` })} as "lostHits"
    from shown
  `;
  return row ?? null;
}

function added(one: Counts, other: Counts): Counts {
  const steps = new Map(one.steps.map((each) => [each.step, each]));
  for (const { step, people, machines } of other.steps) {
    const known = steps.get(step) ?? { people: 0, machines: 0 };
    steps.set(step, { step, people: known.people + people, machines: known.machines + machines });
  }
  const sources = new Map(one.sources.map(({ name, views }) => [name, views]));
  for (const { name, views } of other.sources) sources.set(name, (sources.get(name) ?? 0) + views);
  return {
    steps: [...steps.values()],
    sources: Array.from(sources, ([name, views]) => ({ name, views })),
  };
}
