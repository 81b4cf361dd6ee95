import type { Queryable } from "../../../floor/db/open.ts";
import { humanClass } from "../../measurement/vocabulary.ts";
import type { Fragment } from "../articles/summed-rows-sql.ts";
import type { DayRange } from "../reports/periods.ts";

/** `first`, the first month that begins in the days, and `next`, the first day behind what is summed of these months. */
export function closedMonths(sql: Queryable, agencyId: number, days: DayRange) {
  return sql`
    select
      first,
      greatest(
        first,
        case when through <= ${days.to}::date then through + 1 else date_trunc('month', ${days.to}::date + 1)::date end
      ) as next
    from (
      select
        (date_trunc('month', ${days.from}::date - 1) + interval '1 month')::date as first,
        coalesce((select summed_through from figure_state where agency_id = ${agencyId}), '-infinity') as through
    ) as known
  `;
}

/**
 * Sums of a `release` over the days: closed months among them by the sums in `release_month`, all other days by `hit_day`. The statement
 * around it has to hold `closedMonths` as `month`.
 */
export function releaseSums(sql: Queryable, agencyId: number, { from, to }: DayRange) {
  const ofDays = (first: Fragment, last: Fragment) => sql`
    select requests as views, visitors
    from hit_day
    where agency_id = ${agencyId}
      and release_id = release.id
      and class = ${humanClass}
      and day between ${first} and ${last}
  `;
  return sql`
    select sum(views) as views, sum(visitors) as visitors
    from (
      ${ofDays(sql`${from}::date`, sql`least(${to}::date, (select first - 1 from month))`)}
      union all
      select views, visitors
      from release_month
      where agency_id = ${agencyId}
        and release_id = release.id
        and release_month.month >= (select first from month)
        and release_month.month < (select next from month)
      union all
      ${ofDays(sql`(select next from month)`, sql`${to}::date`)}
    ) as parts
  `;
}
