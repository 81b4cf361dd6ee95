import { integerArray, textArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { isCounted } from "../../insights/import/stored-sql.ts";
import { type GoalMeasure, goalsShownMax } from "./schema.ts";
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
 * Whether another goal took over from `g` on any of its days that are shown. One of other days takes over nothing there: what was missed
 * in October would be gone once November's goal replaces it.
 */
export function isReplacedOn(sql: Queryable, agencyId: number, { from, to }: DayRange) {
  return sql`
    exists (
      select
      from goal n
      where n.agency_id = ${agencyId}
        and n.replaces = g.id
        and n.fixed_at is not null
        and n.from_day <= least(g.to_day, ${to}::date)
        and n.to_day >= greatest(g.from_day, ${from}::date)
    )
  `;
}

/** A name of a kind is short, and a business has some. */
const kindsMax = 1_000;

/** What no report counts and results need: clippings with a key message, of each of these ranges, and kinds of conversions of ever. */
export async function selectGoalFacts(
  sql: Queryable,
  agencyId: number,
  input: { releaseIds: readonly number[]; clientId: number | undefined; ranges: readonly DayRange[] },
): Promise<{ withKeyMessage: number[]; conversionKinds: string[] }> {
  const { releaseIds, clientId = null, ranges } = input;
  const ids = sql`${integerArray(releaseIds)}::integer[]`;
  const [row] = await sql<{ withKeyMessage: number[]; conversionKinds: string[] }[]>`
    select
      array(
        select (
          select count(*)::integer
          from media_mention m
          where m.agency_id = ${agencyId}
            and (
              m.release_id = any(${ids})
              or (m.release_id is null and m.client_id = ${clientId}::integer)
            )
            and m.published_at >= first_day::timestamp at time zone agency.time_zone
            and m.published_at < (last_day + 1)::timestamp at time zone agency.time_zone
            and cardinality(m.key_messages) > 0
            and ${isCounted(sql, agencyId, "m")}
        )
        from unnest(
          ${textArray(ranges.map(({ from }) => from))}::date[],
          ${textArray(ranges.map(({ to }) => to))}::date[]
        ) with ordinality as asked (first_day, last_day, position)
        order by position
      ) as "withKeyMessage",
      array(
        select distinct kind
        from conversion
        where agency_id = ${agencyId}
          and release_id = any(${ids})
        order by kind
        limit ${kindsMax}
      ) as "conversionKinds"
    from agency
    where id = ${agencyId}
  `;
  return row ?? { withKeyMessage: [], conversionKinds: [] };
}
