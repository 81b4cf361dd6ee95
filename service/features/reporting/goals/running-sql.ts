import type { Queryable } from "../../../floor/db/open.ts";
import { isReplacedOn } from "./results-sql.ts";
import type { GoalRow } from "./sql.ts";

/** As many as a report has. */
const releasesMax = 2_000;

export type RunningGoal = Pick<
  GoalRow,
  "id" | "clientId" | "scopeType" | "scopeId" | "from" | "to" | "measures"
> & {
  releaseIds: number[];
};

/**
 * One of the goals of an agency that run or ended in the last days and that nobody was told of as reached, drawn by lot: turns by the
 * clock would pass over some where looks come at equal intervals. Null where there is none.
 */
export async function drawRunningGoal(
  sql: Queryable,
  agencyId: number,
  { endedDays }: { endedDays: number },
): Promise<RunningGoal | null> {
  const [row] = await sql<RunningGoal[]>`
    with running as materialized (
      select g.id, g.client_id, g.scope_type, g.scope_id, g.from_day, g.to_day, g.measures, today
      from goal g
      join agency on agency.id = ${agencyId}
      cross join lateral (select (now() at time zone agency.time_zone)::date as today) as clock
      where g.agency_id = ${agencyId}
        and g.fixed_at is not null
        and g.from_day <= today
        and g.to_day >= today - ${endedDays}::integer
        and not ${isReplacedOn(sql, agencyId, null)}
        and not exists (
          select
          from alert a
          where a.agency_id = ${agencyId}
            and a.kind = 'goal_reached'
            and a.subject = g.client_id || ':' || g.id
        )
    )
    select
      id, client_id as "clientId", scope_type as "scopeType", scope_id as "scopeId", from_day::text as "from",
      least(to_day, today)::text as "to", measures,
      case scope_type
        when 'release' then array(
          select r.id
          from release r
          where r.agency_id = ${agencyId}
            and running.scope_id in (r.id::text, r.draft_id::text)
            and r.client_id = running.client_id
        )
        when 'campaign' then array(
          select release_id
          from campaign_release
          where agency_id = ${agencyId}
            and campaign_id::text = running.scope_id
        )
        else array(
          select r.id
          from release r
          where r.agency_id = ${agencyId}
            and r.client_id = running.client_id
            and r.status in ('published', 'archived')
          order by r.published_at desc nulls last, r.id desc
          limit ${releasesMax}
        )
      end as "releaseIds"
    from running
    order by random()
    limit 1
  `;
  return row ?? null;
}
