import { columnsOf } from "../db/array-literals.ts";
import type { Queryable } from "../db/open.ts";
import { capGroup, dimensions, otherValueId } from "./dimensions.ts";
import type { ReleaseDay, ValueCount } from "./roll-up.ts";
import type { DictionaryEntry } from "./values-of-hit.ts";
import { activityOf, givenActivity, visitsTogether } from "./visits.ts";

export type NewValue = ReleaseDay & {
  dimension: number;
  valueId: number;
  /** First dimension of the group that shares the cap. */
  capGroup: number;
  /** Distinct values that the release has in this group and day already, without listed sources. */
  knownValues: number;
};

/**
 * Returns those of `rows` that the release has not had on that day yet. Exact under concurrency only after `upsertDays`,
 * whose row locks keep every other batch from adding values to the same release and day.
 */
export async function findNewValues(sql: Queryable, rows: readonly ValueCount[]): Promise<NewValue[]> {
  const capped = rows.flatMap((row) => {
    const group = capGroup(row.dimension);
    return group === null ? [] : [{ ...row, ...group }];
  });
  if (capped.length === 0) return [];
  const column = columnsOf(capped);
  return await sql<NewValue[]>`
    with fresh as materialized (
      select given.*
      from unnest(
        ${column.integers((row) => row.agencyId)}::integer[],
        ${column.integers((row) => row.releaseId)}::integer[],
        ${column.texts((row) => row.day)}::text[]::date[],
        ${column.integers((row) => row.dimension)}::integer[],
        ${column.integers((row) => row.valueId)}::bigint[],
        ${column.integers((row) => row.first)}::integer[],
        ${column.integers((row) => row.last)}::integer[]
      ) as given (agency_id, release_id, day, dimension, value_id, first, last)
      where not exists (
        select
        from hit_day_dimension as known
        where known.agency_id = given.agency_id
          and known.release_id = given.release_id
          and known.day = given.day
          and known.dimension = given.dimension
          and known.value_id = given.value_id
      )
    ),
    place as (
      select agency_id, release_id, day, first, last
      from fresh
      group by agency_id, release_id, day, first, last
    ),
    filled as (
      select place.*, (
        select count(*)::integer
        from hit_day_dimension as known
        where known.agency_id = place.agency_id
          and known.release_id = place.release_id
          and known.day = place.day
          and known.dimension between place.first and place.last
          and known.value_id <> ${otherValueId}
          and not exists (
            select
            from hit_source
            where known.dimension = ${dimensions.source}
              and hit_source.agency_id = known.agency_id
              and hit_source.id = known.value_id
              and hit_source.is_listed
          )
      ) as known_values
      from place
    )
    select
      agency_id as "agencyId",
      release_id as "releaseId",
      day::text as day,
      dimension,
      value_id as "valueId",
      first as "capGroup",
      known_values as "knownValues"
    from fresh
    join filled using (agency_id, release_id, day, first, last)
    order by agency_id, release_id, fresh.day, dimension, value_id
  `;
}

export type ValueGain = ReleaseDay & { dimension: number; valueId: number; visitors: number; visits: number };

/** Merges the visitors of values and returns how many distinct visitors and visits each value gained. */
export async function upsertValueVisitors(
  sql: Queryable,
  values: readonly ValueCount[],
): Promise<ValueGain[]> {
  const rows = values.flatMap((value) =>
    Array.from(value.momentsByVisitor ?? [], ([visitorId, moments]) => ({
      value,
      visitorId,
      activity: activityOf(moments),
    })),
  );
  if (rows.length === 0) return [];
  const sinceMs = rows[0]?.activity.fromMs ?? 0;
  const column = columnsOf(rows);
  return await sql<ValueGain[]>`
    with touched as (
      insert into visitor_day_value as known (
        agency_id, day, release_id, dimension, value_id, visitor_id, activity, visits, new_visitors, new_visits
      )
      select
        agency_id, date 'epoch' + day, release_id, dimension, value_id, visitor_id, ${givenActivity(sql, sinceMs)}, visits, 1, visits
      from unnest(
        ${column.integers(({ value }) => value.agencyId)}::integer[],
        ${column.days(({ value }) => value.day)}::integer[],
        ${column.integers(({ value }) => value.releaseId)}::integer[],
        ${column.integers(({ value }) => value.dimension)}::integer[],
        ${column.integers(({ value }) => value.valueId)}::bigint[],
        ${column.digits((row) => row.visitorId)}::bigint[],
        ${column.integers((row) => row.activity.fromMs - sinceMs)}::bigint[],
        ${column.integers((row) => row.activity.untilMs - sinceMs)}::bigint[],
        ${column.texts((row) => row.activity.text)}::text[],
        ${column.integers((row) => row.activity.visits)}::integer[]
      ) as given (agency_id, day, release_id, dimension, value_id, visitor_id, from_ms, until_ms, activity, visits)
      order by agency_id, day, release_id, dimension, value_id, visitor_id
      on conflict (agency_id, day, release_id, dimension, value_id, visitor_id) do update
      set
        activity = known.activity + excluded.activity,
        visits = ${visitsTogether(sql)},
        new_visits = ${visitsTogether(sql)} - known.visits,
        new_visitors = 0
      returning agency_id, day, release_id, dimension, value_id, new_visitors, new_visits
    )
    select
      agency_id as "agencyId",
      release_id as "releaseId",
      day::text as day,
      dimension,
      value_id as "valueId",
      sum(new_visitors)::integer as visitors,
      sum(new_visits)::integer as visits
    from touched
    group by agency_id, release_id, touched.day, dimension, value_id
  `;
}

export type AgencyEntry<Table extends DictionaryEntry["table"]> = {
  agencyId: number;
  valueId: number;
  entry: Extract<DictionaryEntry, { table: Table }>;
};

export async function insertSources(
  sql: Queryable,
  rows: readonly AgencyEntry<"hit_source">[],
): Promise<void> {
  const column = columnsOf(rows);
  await sql`
    insert into hit_source (agency_id, id, source, domain, channel, is_listed)
    select agency_id, id, source, domain, channel, is_listed
    from unnest(
      ${column.integers((row) => row.agencyId)}::integer[],
      ${column.integers((row) => row.valueId)}::bigint[],
      ${column.texts((row) => row.entry.source)}::text[],
      ${column.texts((row) => row.entry.domain)}::text[],
      ${column.integers((row) => row.entry.channel)}::integer[],
      ${column.integers((row) => Number(row.entry.isListed))}::integer[]::boolean[]
    ) as given (agency_id, id, source, domain, channel, is_listed)
    order by agency_id, id
    on conflict (agency_id, id) do nothing
  `;
}

export async function insertCampaigns(
  sql: Queryable,
  rows: readonly AgencyEntry<"hit_campaign">[],
): Promise<void> {
  const column = columnsOf(rows);
  await sql`
    insert into hit_campaign (agency_id, id, source, medium, campaign)
    select agency_id, id, source, medium, campaign
    from unnest(
      ${column.integers((row) => row.agencyId)}::integer[],
      ${column.integers((row) => row.valueId)}::bigint[],
      ${column.texts((row) => row.entry.source)}::text[],
      ${column.texts((row) => row.entry.medium)}::text[],
      ${column.texts((row) => row.entry.campaign)}::text[]
    ) as given (agency_id, id, source, medium, campaign)
    order by agency_id, id
    on conflict (agency_id, id) do nothing
  `;
}

export async function insertOperators(
  sql: Queryable,
  rows: readonly AgencyEntry<"hit_operator">[],
): Promise<void> {
  const column = columnsOf(rows);
  await sql`
    insert into hit_operator (agency_id, id, name)
    select agency_id, id, name
    from unnest(
      ${column.integers((row) => row.agencyId)}::integer[],
      ${column.integers((row) => row.valueId)}::bigint[],
      ${column.texts((row) => row.entry.name)}::text[]
    ) as given (agency_id, id, name)
    order by agency_id, id
    on conflict (agency_id, id) do nothing
  `;
}

export async function insertTargets(
  sql: Queryable,
  rows: readonly AgencyEntry<"hit_target">[],
): Promise<void> {
  const column = columnsOf(rows);
  await sql`
    insert into hit_target (agency_id, id, label, url)
    select agency_id, id, label, url
    from unnest(
      ${column.integers((row) => row.agencyId)}::integer[],
      ${column.integers((row) => row.valueId)}::bigint[],
      ${column.texts((row) => row.entry.label)}::text[],
      ${column.texts((row) => row.entry.url)}::text[]
    ) as given (agency_id, id, label, url)
    order by agency_id, id
    on conflict (agency_id, id) do nothing
  `;
}
