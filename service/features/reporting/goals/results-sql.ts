import { integerArray, textArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { clippingsAbout } from "../../insights/clippings-about-sql.ts";
import { isCounted, isStored } from "../../insights/import/stored-sql.ts";
import type { GoalFacts } from "./measures.ts";
import { type GoalMeasure, goalsShownMax, type MeasureKind } from "./schema.ts";
import type { GoalRow, GoalScope } from "./sql.ts";

/** Calendar days of the agency, both ends included. */
export type DayRange = { from: string; to: string };

export type ScopeGoal = Pick<
  GoalRow,
  "id" | "from" | "to" | "objective" | "audience" | "measures" | "replaces"
> & {
  contentHash: string;
  fixedAt: Date;
  isLater: boolean;
  isOver: boolean;
  earlierHash: string | null;
  earlierFixedAt: Date | null;
  earlierMeasures: GoalMeasure[] | null;
};

/**
 * The fixed goals of a scope (of a release by its number) whose period touches these days and that none replaced there, and one more than
 * are shown.
 */
export async function listScopeGoals(
  sql: Queryable,
  agencyId: number,
  { scope, days }: { scope: GoalScope; days: DayRange },
): Promise<ScopeGoal[]> {
  // With its client: a text that moves to another one leaves its goals behind.
  const isOfScope =
    scope.type === "release"
      ? sql`(g.scope_id, g.client_id) in (
          select unnest(array[id::text, draft_id::text]), client_id
          from release
          where agency_id = ${agencyId} and id = ${Number(scope.id)}
        )`
      : sql`g.scope_id = ${scope.id}`;
  return await sql<ScopeGoal[]>`
    select
      g.id, g.from_day::text as "from", g.to_day::text as "to", g.objective, g.audience, g.measures, g.replaces,
      g.content_hash as "contentHash", g.fixed_at as "fixedAt", g.is_later as "isLater",
      g.to_day < (now() at time zone agency.time_zone)::date as "isOver",
      e.content_hash as "earlierHash", e.fixed_at as "earlierFixedAt", e.measures as "earlierMeasures"
    from goal g
    join agency on agency.id = ${agencyId}
    left join goal e on e.agency_id = ${agencyId} and e.id = g.replaces
    where g.agency_id = ${agencyId}
      and g.scope_type = ${scope.type}
      and ${isOfScope}
      and g.fixed_at is not null
      and g.from_day <= ${days.to}::date
      and g.to_day >= ${days.from}::date
      and not ${isReplacedOn(sql, agencyId, days)}
    order by g.from_day desc, g.fixed_at desc, g.id
    limit ${goalsShownMax + 1}
  `;
}

/**
 * Whether another goal took over from `g` on any of its days, of those that are shown where `shown` says them. One of other days takes
 * over nothing there: what was missed in October would be gone once November's goal replaces it.
 */
export function isReplacedOn(sql: Queryable, agencyId: number, shown: DayRange | null) {
  const first = shown === null ? sql`g.from_day` : sql`greatest(g.from_day, ${shown.from}::date)`;
  const last = shown === null ? sql`g.to_day` : sql`least(g.to_day, ${shown.to}::date)`;
  return sql`
    exists (
      select
      from goal n
      where n.agency_id = ${agencyId}
        and n.replaces = g.id
        and n.fixed_at is not null
        and n.from_day <= ${last}
        and n.to_day >= ${first}
    )
  `;
}

/**
 * Facts of each range, in their order. Engines and kinds are those that these measures name, so the answer is bounded by goals and their
 * measures and not by what an agency reports; events are read once for all ranges.
 */
export async function selectGoalFacts(
  sql: Queryable,
  agencyId: number,
  input: {
    releaseIds: readonly number[];
    clientId: number | undefined;
    ranges: readonly DayRange[];
    measures: readonly GoalMeasure[];
  },
): Promise<GoalFacts[]> {
  const { releaseIds, clientId, ranges, measures } = input;
  const ids = sql`${integerArray(releaseIds)}::integer[]`;
  const named = (wanted: MeasureKind) =>
    sql`${textArray([...new Set(measures.flatMap(({ kind, of }) => (kind === wanted && of !== undefined ? [of] : [])))])}::text[]`;
  return await sql<GoalFacts[]>`
    with asked as materialized (
      select
        position, first_day::timestamp at time zone time_zone as begins,
        (last_day + 1)::timestamp at time zone time_zone as ends
      from agency
      cross join unnest(
        ${textArray(ranges.map(({ from }) => from))}::date[],
        ${textArray(ranges.map(({ to }) => to))}::date[]
      ) with ordinality as range (first_day, last_day, position)
      where id = ${agencyId}
    ),
    counted as materialized (
      select position, kind, count(*) filter (where occurred_at >= begins and occurred_at < ends) as count
      from conversion
      cross join asked
      where agency_id = ${agencyId}
        and release_id = any(${ids})
        and kind = any(${named("conversions")})
      group by position, kind
    )
    select
      (
        select count(*)::integer
        from ${clippingsAbout(sql, agencyId, { releaseIds, clientIds: clientId === undefined ? [] : [clientId] })} as m
        where m.published_at >= begins
          and m.published_at < ends
          and cardinality(m.key_messages) > 0
          and ${isCounted(sql, agencyId, "m")}
      ) as "withKeyMessage",
      (
        select coalesce(json_agg(engine_sum), '[]')
        from (
          select engine, sum(runs)::bigint as runs, sum(mentioned)::bigint as mentioned
          from ai_visibility_run r
          where r.agency_id = ${agencyId}
            and r.release_id = any(${ids})
            and r.engine = any(${named("ai_share")})
            and r.observed_at >= begins
            and r.observed_at < ends
            and ${isStored(sql, agencyId, "r")}
          group by engine
        ) as engine_sum
      ) as answers,
      (
        select coalesce(json_agg(json_build_object('kind', c.kind, 'count', c.count)), '[]')
        from counted c
        where c.position = asked.position
      ) as conversions
    from asked
    order by position
  `;
}
