import { columnsOf, integerArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { dimensions } from "./dimensions.ts";
import type { ReleaseDay, ValueCount } from "./roll-up.ts";
import type { DictionaryEntry } from "./values-of-hit.ts";
import { activityOf, givenActivity, visitsTogether } from "./visits.ts";

export type ValueGain = ReleaseDay & { dimension: number; valueId: number; visitors: number; visits: number };

/** Merges the visitors of those values whose visits are kept and returns how many distinct visitors and visits each value gained. */
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

/** Until 0.4.0: those of the new sources of visitors that a process of 0.2.0 has counted, which keeps them in this table. */
export async function findSourcesOfPrevious(
  sql: Queryable,
  rows: readonly (ReleaseDay & { visitorId: string | null; sourceId: number })[],
): Promise<(ReleaseDay & { sourceId: number })[]> {
  if (rows.length === 0) return [];
  const column = columnsOf(rows);
  return await sql<(ReleaseDay & { sourceId: number })[]>`
    select
      known.agency_id as "agencyId", known.release_id as "releaseId", known.day::text as day, known.value_id as "sourceId"
    from unnest(
      ${column.integers((row) => row.agencyId)}::integer[],
      ${column.days((row) => row.day)}::integer[],
      ${column.integers((row) => row.releaseId)}::integer[],
      ${column.integers((row) => row.sourceId)}::bigint[],
      ${column.digits((row) => row.visitorId)}::bigint[]
    ) as given (agency_id, day, release_id, source_id, visitor_id)
    join visitor_day_value as known
      on known.agency_id = given.agency_id
      and known.day = date 'epoch' + given.day
      and known.release_id = given.release_id
      and known.dimension = ${dimensions.source}
      and known.value_id = given.source_id
      and known.visitor_id = given.visitor_id
    where known.agency_id = any (${integerArray([...new Set(rows.map(({ agencyId }) => agencyId))])}::integer[])
  `;
}

/** A dictionary's row with its agency and id. */
export type AgencyEntry = { agencyId: number; valueId: number; entry: DictionaryEntry };

const dictionaryColumns = {
  hit_source: ["source", "domain", "channel", "is_listed"],
  hit_campaign: ["source", "medium", "campaign"],
  hit_target: ["label", "url"],
  hit_operator: ["name"],
} as const satisfies Record<DictionaryEntry["table"], readonly string[]>;

/** In the order in which every batch writes them. */
export const dictionaries = ["hit_source", "hit_campaign", "hit_target", "hit_operator"] as const;

/** Adds to one dictionary what it has not yet. */
export async function insertEntries(
  sql: Queryable,
  table: DictionaryEntry["table"],
  rows: readonly AgencyEntry[],
): Promise<void> {
  const columns = ["agency_id", "id", ...dictionaryColumns[table]];
  const given = sql.json(
    rows.map(({ agencyId, valueId, entry }) => ({ ...entry, agency_id: agencyId, id: valueId })),
  );
  await sql`
    insert into ${sql(table)} (${sql(columns)})
    select ${sql(columns)}
    from jsonb_populate_recordset(null::${sql(table)}, ${given})
    order by agency_id, id
    on conflict (agency_id, id) do nothing
  `;
}
