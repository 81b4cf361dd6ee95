import { columnsOf } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import type { ReleaseDay, ValueCount } from "./roll-up.ts";
import type { DictionaryEntry } from "./values-of-hit.ts";
import { activityOf, givenActivity, visitsTogether } from "./visits.ts";

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
