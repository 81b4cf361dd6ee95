import { columnsOf } from "../../floor/db/array-literals.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import type { Loop } from "../../floor/loops/start-loops.ts";
import { turnsLoop } from "../../floor/queues/loops.ts";
import type { WorkQueue } from "../../floor/queues/work-queue.ts";
import type { ReleaseDay } from "./roll-up.ts";
import { humanClass } from "./vocabulary.ts";

/** The last days, today among them, that are summed from the releases at each look: hits of yesterday may still come. */
const openDays = 3;
/** Days that one step sums: a week of 10,000 releases takes 0.3 s. */
const stepDays = 7;
/**
 * Days before today, by UTC, that writers of hits take for open: one less than are, because an agency's calendar may be a day ahead. After
 * midnight in Germany a late hit of the day that was just summed was missing in the sums. The furthest zone is 14 hours ahead, which
 * leaves ten for clocks that differ.
 */
const writersOpenDays = openDays - 2;
const dayMs = 86_400_000;

/** Agencies whose next day is due to be summed. */
export const sumQueue: WorkQueue = {
  name: "client_sums",
  waiting: (sql) => sql`
    select
      agency.id as agency_id,
      coalesce(
        (s.summed_through + ${openDays + 1}::integer)::timestamp at time zone agency.time_zone, agency.created_at
      ) as due_at
    from agency
    left join figure_state s on s.agency_id = agency.id
  `,
};

/** Takes the sums back to before the months of these days, where they are old; in the transaction that adds hits to them. */
export async function reopenSums(transaction: Queryable, days: readonly ReleaseDay[]): Promise<void> {
  const open = firstOpenDay(Date.now());
  const old = days.filter(({ day }) => day < open);
  if (old.length === 0) return;
  const column = columnsOf(old);
  const agencyIds = column.integers(({ agencyId }) => agencyId);
  await transaction`
    insert into figure_state (agency_id)
    select distinct id from unnest(${agencyIds}::integer[]) as given (id) order by id
    on conflict do nothing
  `;
  // Written in any case, in one order: the lock makes the loop that sums wait for this transaction. An insert whose rows are all
  // there, because Citus refuses `for update` on rows of several agencies.
  await transaction`
    insert into figure_state as known (agency_id, summed_through)
    select agency_id, date_trunc('month', date 'epoch' + min(day))::date - 1
    from unnest(${agencyIds}::integer[], ${column.days(({ day }) => day)}::integer[]) as given (agency_id, day)
    group by agency_id
    order by agency_id
    on conflict (agency_id) do update
    set summed_through = case
      when known.summed_through is not null then least(known.summed_through, excluded.summed_through)
    end
  `;
}

/** The first day that writers of hits take for open. */
export function firstOpenDay(now: number): string {
  return new Date(now - writersOpenDays * dayMs).toISOString().slice(0, 10);
}

/** The loop that sums. */
export function sumLoop(sql: Sql): Loop {
  return turnsLoop({
    sql,
    queue: sumQueue,
    name: "client-sums",
    schedule: "*/20 * * * * *",
    step: (agencyId) => sumNextDays(sql, agencyId),
  });
}

/** Sums the next days of an agency by client; null when all closed days are summed. */
export async function sumNextDays(sql: Sql, agencyId: number): Promise<true | null> {
  return await sql.begin(async (transaction) => {
    await transaction`insert into figure_state (agency_id) values (${agencyId}) on conflict do nothing`;
    await transaction`select from figure_state where agency_id = ${agencyId} for update`;
    // A later snapshot than the lock's: it sees whatever was written before.
    const [span] = await transaction<{ from: string; to: string; isBehind: boolean }[]>`
      select
        first_day::text as "from",
        least(first_day + ${stepDays - 1}::integer, closed)::text as "to",
        first_day <= closed as "isBehind"
      from (
        select
          today - ${openDays}::integer as closed,
          coalesce(
            summed_through + 1,
            (select min(day) from hit_day where agency_id = ${agencyId}),
            today - ${openDays}::integer
          ) as first_day
        from (
          select s.summed_through, (now() at time zone a.time_zone)::date as today
          from figure_state s
          join agency a on a.id = s.agency_id
          where s.agency_id = ${agencyId}
        ) as state
      ) as next
    `;
    if (span === undefined || !span.isBehind) return null;
    await sumDays(transaction, agencyId, span);
    await transaction`update figure_state set summed_through = ${span.to}::date where agency_id = ${agencyId}`;
    return true;
  });
}

async function sumDays(
  transaction: Queryable,
  agencyId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const ofReleases = (table: string) => transaction`
    from ${transaction(table)} h
    join release r on r.agency_id = h.agency_id and r.id = h.release_id
    where h.agency_id = ${agencyId}
      and h.day between ${from}::date and ${to}::date
      and r.status in ('published', 'archived')
  `;
  await transaction`delete from client_day where agency_id = ${agencyId} and day >= ${from}::date`;
  await transaction`delete from client_day_dimension where agency_id = ${agencyId} and day >= ${from}::date`;
  await transaction`
    insert into client_day (
      agency_id, client_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
      scroll_25, scroll_50, scroll_75, scroll_100, levels
    )
    select
      h.agency_id, r.client_id, h.day, h.class, sum(h.requests), sum(h.visitors), sum(h.visits), sum(h.interactions),
      sum(h.beacons), sum(h.engaged_ms), sum(h.scroll_25), sum(h.scroll_50), sum(h.scroll_75), sum(h.scroll_100),
      bit_or(h.levels)
    ${ofReleases("hit_day")}
    group by h.agency_id, r.client_id, h.day, h.class
  `;
  await transaction`
    insert into client_day_dimension (agency_id, client_id, day, dimension, value_id, count, visitors, visits)
    select h.agency_id, r.client_id, h.day, h.dimension, h.value_id, sum(h.count), sum(h.visitors), sum(h.visits)
    ${ofReleases("hit_day_dimension")}
    group by h.agency_id, r.client_id, h.day, h.dimension, h.value_id
  `;
  await sumMonths(transaction, agencyId, { from, to });
}

/** Months by release, people only; the last one reaches to the last summed day. */
async function sumMonths(
  transaction: Queryable,
  agencyId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const first = transaction`date_trunc('month', ${from}::date)::date`;
  await transaction`delete from release_month where agency_id = ${agencyId} and month >= ${first}`;
  await transaction`
    insert into release_month (agency_id, release_id, month, views, visitors)
    select agency_id, release_id, date_trunc('month', day)::date, sum(requests), sum(visitors)
    from hit_day
    where agency_id = ${agencyId}
      and class = ${humanClass}
      and day between ${first} and ${to}::date
    group by 1, 2, 3
  `;
}
