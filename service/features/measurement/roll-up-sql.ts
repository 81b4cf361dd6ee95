import { columnsOf } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { usesOfTargetMax } from "./bounds.ts";
import type { DayCounts, ReleaseDay, ValueCount, ViewSums, VisitorActivity } from "./roll-up.ts";
import { activityOf, givenActivity, visitsTogether } from "./visits.ts";

/**
 * Every upsert here writes its rows in the order of their key. Each transaction takes the tables in the same order too,
 * so two batches wait for each other in one direction only and never deadlock, on one replica or on ten.
 */

export type VisitorGain = ReleaseDay & {
  class: number;
  visitors: number;
  visits: number;
  newChannels: number;
  newInteractionKinds: number;
  /** Sources that are new for these visitors; null for none. */
  newSources: number[] | null;
  /** The pseudonym, where it is one visitor who was here before and has new sources. */
  visitorId: string | null;
  /** Number of visitors for whom these new channels, kinds of interactions and sources hold. */
  touched: number;
  /** Those of more uses than are kept with the visitor, as `pseudonym:uses`; null for none. */
  busy: string[] | null;
};

/** Merges what is known of visitors and returns what the batch added, summed over visitors that gained the same. */
export async function upsertVisitors(
  sql: Queryable,
  rows: readonly VisitorActivity[],
): Promise<VisitorGain[]> {
  const prepared = rows.map((row) => ({
    row,
    activity: activityOf(row.momentsMs),
    uses: usesOf(row),
    sources: sourcesOf(row),
  }));
  const sinceMs = prepared[0]?.activity.fromMs ?? 0;
  const column = columnsOf(prepared);
  return await sql<VisitorGain[]>`
    with touched as (
      insert into visitor_day as known (
        agency_id, day, release_id, class, visitor_id, activity, visits, channels, interaction_kinds,
        source_id, other_sources, address_key, agent_id, uses
      )
      select
        agency_id, date 'epoch' + day, release_id, class, visitor_id, ${givenActivity(sql, sinceMs)}, visits, channels, kinds,
        source_id, other_sources::bigint[], address_key, agent_id,
        case when use is null then null when others is null then array[use] else use || others::bigint[] end
      from unnest(
        ${column.integers(({ row }) => row.agencyId)}::integer[],
        ${column.days(({ row }) => row.day)}::integer[],
        ${column.integers(({ row }) => row.releaseId)}::integer[],
        ${column.integers(({ row }) => row.class)}::integer[],
        ${column.digits(({ row }) => row.visitorId)}::bigint[],
        ${column.integers(({ activity }) => activity.fromMs - sinceMs)}::bigint[],
        ${column.integers(({ activity }) => activity.untilMs - sinceMs)}::bigint[],
        ${column.texts(({ activity }) => activity.text)}::text[],
        ${column.integers(({ activity }) => activity.visits)}::integer[],
        ${column.integers(({ row }) => row.channels)}::integer[],
        ${column.integers(({ row }) => row.interactionKinds)}::integer[],
        ${column.integers(({ sources }) => sources[0] ?? null)}::bigint[],
        ${column.texts(({ sources }) => othersOf(sources))}::text[],
        ${column.digits(({ row }) => row.agentSeat?.addressKey ?? null)}::bigint[],
        ${column.integers(({ row }) => row.agentSeat?.agentId ?? null)}::integer[],
        ${column.integers(({ uses }) => uses[0] ?? null)}::bigint[],
        ${column.texts(({ uses }) => othersOf(uses))}::text[]
      ) as given (
        agency_id, day, release_id, class, visitor_id, from_ms, until_ms, activity, visits, channels, kinds,
        source_id, other_sources, address_key, agent_id, use, others
      )
      order by agency_id, day, release_id, class, visitor_id
      on conflict (agency_id, day, release_id, class, visitor_id) do update
      set
        activity = known.activity + excluded.activity,
        visits = ${visitsTogether(sql)},
        new_visits = ${visitsTogether(sql)} - known.visits,
        channels = known.channels | excluded.channels,
        interaction_kinds = known.interaction_kinds | excluded.interaction_kinds,
        new_channels = excluded.channels & ~known.channels,
        new_interaction_kinds = excluded.interaction_kinds & ~known.interaction_kinds,
        source_id = coalesce(known.source_id, excluded.source_id),
        other_sources = known.other_sources || ${freshSources(sql)},
        new_sources = ${freshSources(sql)},
        address_key = coalesce(known.address_key, excluded.address_key),
        agent_id = coalesce(known.agent_id, excluded.agent_id),
        uses = case
          when excluded.uses is null then known.uses
          when cardinality(known.uses) > ${usesKeptMax} then array[${usesCounted}::bigint]
          when known.uses[1] = ${usesCounted} then known.uses
          else known.uses || excluded.uses
        end
      returning
        agency_id, day, release_id, class, visitor_id, uses,
        new_visits is null as is_new,
        coalesce(new_visits, visits) as visits,
        coalesce(new_channels, channels) as channels,
        coalesce(new_interaction_kinds, interaction_kinds) as kinds,
        case when new_visits is null and source_id is not null then source_id || other_sources else new_sources end as sources,
        case when new_sources is not null then visitor_id end as gaining
    )
    select
      agency_id as "agencyId",
      release_id as "releaseId",
      day::text as day,
      class,
      count(*) filter (where is_new)::integer as visitors,
      sum(visits)::integer as visits,
      channels as "newChannels",
      kinds as "newInteractionKinds",
      to_json(sources) as "newSources",
      gaining::text as "visitorId",
      count(*)::integer as touched,
      json_agg(visitor_id || ':' || array_to_string(uses, ','))
        filter (where cardinality(uses) > ${usesKeptMax} or uses[1] = ${usesCounted}) as busy
    from touched
    group by agency_id, release_id, touched.day, class, channels, kinds, sources, gaining
  `;
}

/** The sources of `excluded` that `known` has not, in an upsert; null for none, which is what nearly all have. */
function freshSources(sql: Queryable) {
  return sql`
    case
      when excluded.source_id is null or excluded.source_id = known.source_id and excluded.other_sources is null then null
      else nullif(array(
        select source
        from unnest(excluded.source_id || excluded.other_sources) as given (source)
        where source is distinct from known.source_id
          and source <> all (coalesce(known.other_sources, '{}'))
      ), '{}')
    end
  `;
}

/** All but the first, which has a column of its own: an array in a row is long. */
function othersOf(ids: readonly number[]): string | null {
  return ids.length < 2 ? null : `{${ids.slice(1).join(",")}}`;
}

/** Stands in place of a visitor's uses, once there are too many to keep: from then on each target has a counter. */
export const usesCounted = -1;
/** Uses that are kept with a visitor. Up to here none of his targets can have more. */
const usesKeptMax = usesOfTargetMax;

/** The visitor's first uses in the batch: one more than is kept, which is enough to see that there are too many. */
function usesOf({ uses }: VisitorActivity): readonly number[] {
  return uses.length === 0 ? none : uses.slice(0, usesKeptMax + 1).map(({ use }) => use);
}

/** The sources of the visitor's views, of which those past the cap are one. */
function sourcesOf({ sources }: VisitorActivity): readonly number[] {
  return sources.length === 0 ? none : [...new Set(sources.map(({ valueId }) => valueId))];
}

/** Most visitors of a batch have no source or no use, and share this. */
const none: readonly number[] = [];

export type EngagementGain = ReleaseDay & {
  class: number;
  beacons: number;
  engagedMs: number;
  scrollPercent: number;
  /** -1 for a view's first beacon. */
  scrollPercentBefore: number;
  views: number;
};

/** Raises the sums of page views and returns what the batch added, summed over views with the same scroll depth. */
export async function upsertViews(sql: Queryable, rows: readonly ViewSums[]): Promise<EngagementGain[]> {
  const column = columnsOf(rows);
  return await sql<EngagementGain[]>`
    with touched as (
      insert into view_engagement as known (
        agency_id, day, release_id, class, view_id, engaged_ms, scroll_percent,
        new_beacons, new_engaged_ms, scroll_percent_before
      )
      select agency_id, date 'epoch' + day, release_id, class, view_id, engaged_ms, scroll_percent, 1, engaged_ms, -1
      from unnest(
        ${column.integers((row) => row.agencyId)}::integer[],
        ${column.days((row) => row.day)}::integer[],
        ${column.integers((row) => row.releaseId)}::integer[],
        ${column.integers((row) => row.class)}::integer[],
        ${column.texts((row) => row.viewId)}::text[],
        ${column.integers((row) => row.engagedMs)}::integer[],
        ${column.integers((row) => row.scrollPercent)}::integer[]
      ) as given (agency_id, day, release_id, class, view_id, engaged_ms, scroll_percent)
      order by agency_id, day, release_id, class, view_id
      on conflict (agency_id, day, release_id, class, view_id) do update
      set
        engaged_ms = greatest(known.engaged_ms, excluded.engaged_ms),
        scroll_percent = greatest(known.scroll_percent, excluded.scroll_percent),
        new_beacons = 0,
        new_engaged_ms = greatest(excluded.engaged_ms - known.engaged_ms, 0),
        scroll_percent_before = known.scroll_percent
      returning agency_id, day, release_id, class, new_beacons, new_engaged_ms, scroll_percent, scroll_percent_before
    )
    select
      agency_id as "agencyId",
      release_id as "releaseId",
      day::text as day,
      class,
      sum(new_beacons)::integer as beacons,
      sum(new_engaged_ms)::bigint as "engagedMs",
      scroll_percent as "scrollPercent",
      scroll_percent_before as "scrollPercentBefore",
      count(*)::integer as views
    from touched
    group by agency_id, release_id, touched.day, class, scroll_percent, scroll_percent_before
  `;
}

/** Adds to `hit_day`. */
export async function upsertDays(sql: Queryable, rows: readonly DayCounts[]): Promise<void> {
  const column = columnsOf(rows);
  await sql`
    insert into hit_day as known (
      agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
      scroll_25, scroll_50, scroll_75, scroll_100, levels
    )
    select
      agency_id, release_id, date 'epoch' + day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
      scroll_25, scroll_50, scroll_75, scroll_100, levels
    from unnest(
      ${column.integers((row) => row.agencyId)}::integer[],
      ${column.integers((row) => row.releaseId)}::integer[],
      ${column.days((row) => row.day)}::integer[],
      ${column.integers((row) => row.class)}::integer[],
      ${column.integers((row) => row.requests)}::bigint[],
      ${column.integers((row) => row.visitors)}::bigint[],
      ${column.integers((row) => row.visits)}::bigint[],
      ${column.integers((row) => row.interactions)}::bigint[],
      ${column.integers((row) => row.beacons)}::bigint[],
      ${column.integers((row) => row.engagedMs)}::bigint[],
      ${column.integers((row) => row.scroll25)}::bigint[],
      ${column.integers((row) => row.scroll50)}::bigint[],
      ${column.integers((row) => row.scroll75)}::bigint[],
      ${column.integers((row) => row.scroll100)}::bigint[],
      ${column.integers((row) => row.levels)}::smallint[]
    ) as given (
      agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
      scroll_25, scroll_50, scroll_75, scroll_100, levels
    )
    order by agency_id, release_id, day, class
    on conflict (agency_id, release_id, day, class) do update
    set
      requests = known.requests + excluded.requests,
      visitors = known.visitors + excluded.visitors,
      visits = known.visits + excluded.visits,
      interactions = known.interactions + excluded.interactions,
      beacons = known.beacons + excluded.beacons,
      engaged_ms = known.engaged_ms + excluded.engaged_ms,
      scroll_25 = known.scroll_25 + excluded.scroll_25,
      scroll_50 = known.scroll_50 + excluded.scroll_50,
      scroll_75 = known.scroll_75 + excluded.scroll_75,
      scroll_100 = known.scroll_100 + excluded.scroll_100,
      levels = known.levels | excluded.levels
  `;
}

/** Adds to `hit_day_dimension`. */
export async function upsertValues(sql: Queryable, rows: readonly ValueCount[]): Promise<void> {
  const column = columnsOf(rows);
  await sql`
    insert into hit_day_dimension as known (
      agency_id, release_id, day, dimension, value_id, count, visitors, visits
    )
    select agency_id, release_id, date 'epoch' + day, dimension, value_id, count, visitors, visits
    from unnest(
      ${column.integers((row) => row.agencyId)}::integer[],
      ${column.integers((row) => row.releaseId)}::integer[],
      ${column.days((row) => row.day)}::integer[],
      ${column.integers((row) => row.dimension)}::integer[],
      ${column.integers((row) => row.valueId)}::bigint[],
      ${column.integers((row) => row.count)}::bigint[],
      ${column.integers((row) => row.visitors)}::bigint[],
      ${column.integers((row) => row.visits)}::bigint[]
    ) as given (agency_id, release_id, day, dimension, value_id, count, visitors, visits)
    order by agency_id, release_id, day, dimension, value_id
    on conflict (agency_id, release_id, day, dimension, value_id) do update
    set
      count = known.count + excluded.count,
      visitors = known.visitors + excluded.visitors,
      visits = known.visits + excluded.visits
  `;
}
