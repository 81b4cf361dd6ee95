import { textArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { publicHolidays } from "./public-holidays.ts";

/** From one last day of a January to the next but one, for schedules over a year: the next run is always within. */
const daysAhead = 31 + 366 + 31;
/** Years whose holidays lie within. */
const holidayYears = 3;

/**
 * The first moment after `after` at which the agency's calendar and clock show the day and time of `schedule`. Days are those of its
 * time zone, so the hour stays when the clock changes; a time that the change leaps over comes one hour later on that day.
 */
export function nextRun(sql: Queryable, after: Date | undefined) {
  const year = (after ?? new Date()).getUTCFullYear();
  const holidays = Array.from({ length: holidayYears }, (_, ahead) => publicHolidays(year + ahead)).flat();
  const isBusinessDay = (day: ReturnType<Queryable>) =>
    sql`extract(isodow from ${day}) < 6 and ${day} <> all(${textArray(holidays)}::date[])`;
  const moment = after === undefined ? sql`now()` : sql`${after}::timestamptz`;
  return sql`(
    select min((day + schedule.at_time) at time zone agency.time_zone)
    from (
      select (${moment} at time zone agency.time_zone)::date + ahead as day
      from generate_series(0, ${daysAhead}::integer) as ahead
    ) as days
    where (day + schedule.at_time) at time zone agency.time_zone > ${moment}
      -- Not "case schedule.rhythm when": a cluster spells that wrong for its servers.
      and case
        when schedule.rhythm = 'weekly' then extract(isodow from day) = schedule.on_day
        -- A quarter is reported in the month after it, and so on.
        when (extract(month from day)::integer - 1) % ${monthsOf(sql)} <> 0 then false
        when schedule.business_days then ${isBusinessDay(sql`day`)} and schedule.on_day = (
          select count(*)
          from generate_series(0, extract(day from day)::integer - 1) as back
          where ${isBusinessDay(sql`(day - back)`)}
        )
        else extract(day from day) = least(
          schedule.on_day,
          extract(day from date_trunc('month', day) + interval '1 month - 1 day')
        )
      end
  )`;
}

/** Months between two runs. */
function monthsOf(sql: Queryable) {
  return sql`
    case
      when schedule.period = 'quarter' then 3
      when schedule.period = 'half_year' then 6
      when schedule.period = 'year' then 12
      else 1
    end
  `;
}
