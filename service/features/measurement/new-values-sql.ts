import { columnsOf, integerArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { capGroup, dimensions, otherValueId } from "./dimensions.ts";
import type { ReleaseDay, ValueCount } from "./roll-up.ts";

export type NewValue = ReleaseDay & {
  dimension: number;
  valueId: number;
  /** First dimension of the group that shares the cap. */
  capGroup: number;
  /** Distinct values that the release has in this group and day already, without listed sources. */
  knownValues: number;
};

type Value = ReleaseDay & { dimension: number; valueId: number; first: number; last: number };

/**
 * Returns those of `rows` that the release has not had on that day yet, in the order of their key. Exact under concurrency
 * only behind `lockReleases`, which keeps every other batch from adding values to the same release and day.
 */
export async function findNewValues(sql: Queryable, rows: readonly ValueCount[]): Promise<NewValue[]> {
  const capped = rows.flatMap((row) => {
    const group = capGroup(row.dimension);
    return group === null ? [] : [{ ...row, ...group }];
  });
  if (capped.length === 0) return [];
  const known = await findKnownPositions(sql, capped);
  const fresh = capped.filter((_, position) => !known.has(position));
  if (fresh.length === 0) return [];
  const groups = new Map(fresh.map((value) => [groupKey(value), value]));
  const counts = await countKnownValues(sql, [...groups.values()]);
  const countByGroup = new Map([...groups.keys()].map((key, position) => [key, counts.get(position) ?? 0]));
  return fresh.toSorted(compare).map((value) => ({
    agencyId: value.agencyId,
    releaseId: value.releaseId,
    day: value.day,
    dimension: value.dimension,
    valueId: value.valueId,
    capGroup: value.first,
    knownValues: countByGroup.get(groupKey(value)) ?? 0,
  }));
}

/** The positions of those that the release has. A join, because a cluster takes no sub-query beside `unnest`. */
async function findKnownPositions(sql: Queryable, values: readonly Value[]): Promise<ReadonlySet<number>> {
  const column = columnsOf(values.map((value, position) => ({ ...value, position })));
  const [row] = await sql<{ positions: number[] | null }[]>`
    select array_agg(given.position) as positions
    from unnest(
      ${column.integers((value) => value.agencyId)}::integer[],
      ${column.integers((value) => value.releaseId)}::integer[],
      ${column.days((value) => value.day)}::integer[],
      ${column.integers((value) => value.dimension)}::integer[],
      ${column.integers((value) => value.valueId)}::bigint[],
      ${column.integers((value) => value.position)}::integer[]
    ) as given (agency_id, release_id, day, dimension, value_id, position)
    join hit_day_dimension as known
      on known.agency_id = given.agency_id
      and known.release_id = given.release_id
      and known.day = date 'epoch' + given.day
      and known.dimension = given.dimension
      and known.value_id = given.value_id
    where known.agency_id = any (${agenciesOf(values)}::integer[])
  `;
  return new Set(row?.positions ?? []);
}

/** How many values the release has in each group, by the group's position; those that have none are left out. */
async function countKnownValues(
  sql: Queryable,
  groups: readonly Value[],
): Promise<ReadonlyMap<number, number>> {
  const column = columnsOf(groups.map((group, position) => ({ ...group, position })));
  const rows = await sql<{ position: number; values: number }[]>`
    select given.position, count(*)::integer as values
    from unnest(
      ${column.integers((group) => group.agencyId)}::integer[],
      ${column.integers((group) => group.releaseId)}::integer[],
      ${column.days((group) => group.day)}::integer[],
      ${column.integers((group) => group.first)}::integer[],
      ${column.integers((group) => group.last)}::integer[],
      ${column.integers((group) => group.position)}::integer[]
    ) as given (agency_id, release_id, day, first, last, position)
    join hit_day_dimension as known
      on known.agency_id = given.agency_id
      and known.release_id = given.release_id
      and known.day = date 'epoch' + given.day
      and known.dimension between given.first and given.last
      and known.value_id <> ${otherValueId}
    left join hit_source
      on known.dimension = ${dimensions.source}
      and hit_source.agency_id = known.agency_id
      and hit_source.id = known.value_id
      and hit_source.is_listed
    where known.agency_id = any (${agenciesOf(groups)}::integer[])
      and hit_source.id is null
    group by given.position
  `;
  return new Map(rows.map(({ position, values }) => [position, values]));
}

/** Once more as a condition, so that a cluster asks only the servers that have them. */
function agenciesOf(values: readonly Value[]): string {
  return integerArray([...new Set(values.map(({ agencyId }) => agencyId))]);
}

function groupKey({ agencyId, releaseId, day, first }: Value): string {
  return `${agencyId} ${releaseId} ${day} ${first}`;
}

function compare(one: Value, other: Value): number {
  return (
    one.agencyId - other.agencyId ||
    one.releaseId - other.releaseId ||
    Date.parse(one.day) - Date.parse(other.day) ||
    one.dimension - other.dimension ||
    one.valueId - other.valueId
  );
}
