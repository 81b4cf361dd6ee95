import { dimensions } from "../../service/features/measurement/dimensions.ts";
import { interactionKinds, trafficClasses } from "../../service/features/measurement/vocabulary.ts";
import { integerArray } from "../../service/floor/db/array-literals.ts";
import type { Sql } from "../../service/floor/db/open.ts";

/** Ids of the dictionaries' rows, in the order of the names below. */
export type ValueIds = Record<"sources" | "channels" | "campaigns" | "operators" | "targets", number[]>;

/** Hits of one visit: a page view, one more or a click, and for people what the page told when it was left. */
const hitsPerVisit = 3;
/** Visits begin from 03:00 to 21:00 UTC, so that the day in Berlin is the same. */
const visitSeconds = 64_800;
const human = trafficClasses.indexOf("human");

/**
 * The hits of one day and their roll-ups; returns how many. Every figure of a visit is cut out of one hash of release, visit
 * and seed, so the rows don't depend on the order in which they are made.
 */
export async function insertDay(
  sql: Sql,
  input: { day: string; hitsPerRelease: number; seed: number; ids: ValueIds },
): Promise<number> {
  const { day, ids } = input;
  const shared = { from: `${day}T00:00:00Z`, day };
  const inserted = await sql`
    insert into hit (
      agency_id, occurred_at, visitor_id, newsroom_id, release_id, kind, class, reasons, device, channel, interaction_kind,
      scroll_percent, engaged_ms, operator_id, source_id, campaign_id, target_id, view_id
    )
    select
      agency_id, starts_at + step * interval '20 seconds', chance, newsroom_id, release_id, kind, class, 0,
      (chance >> 32) % 4,
      case when class = ${human} and kind = 0 then (${integerArray(ids.channels)}::integer[])[source] end,
      case when kind = 1 then interaction end,
      case when kind = 2 then chance % 101 end,
      case when kind = 2 then (chance >> 8) % 120000 end,
      case when class in (2, 3) then (${integerArray(ids.operators)}::bigint[])[(1 + (chance >> 44) % 4)::integer] end,
      case when class = ${human} and kind = 0 then (${integerArray(ids.sources)}::bigint[])[source] end,
      case when class = ${human} and kind = 0 and (chance >> 40) % 10 = 0
        then (${integerArray(ids.campaigns)}::bigint[])[(1 + (chance >> 12) % 5)::integer] end,
      case when kind = 1 then (${integerArray(ids.targets)}::bigint[])[(1 + (chance >> 20) % 8)::integer] end,
      case when class = ${human} and kind <> 1 then to_hex(chance) end
    from (
      select
        release.agency_id, newsroom.id as newsroom_id, release.id as release_id, n % ${hitsPerVisit} as step, chance,
        ${shared.from}::timestamptz + (10800 + (chance >> 3) % ${visitSeconds}) * interval '1 second' as starts_at,
        class,
        case
          when class <> ${human} or n % ${hitsPerVisit} = 0 then 0
          when n % ${hitsPerVisit} = 2 then 2
          else case when (chance >> 16) % 4 = 0 then 1 else 0 end
        end as kind,
        -- Few sources bring most readers: the square of an even chance.
        1 + (power(((chance >> 24) & 1023) / 1024.0, 2) * ${ids.sources.length})::integer % ${ids.sources.length} as source,
        (chance >> 48) % ${interactionKinds.length} as interaction
      from release
      join newsroom using (agency_id, client_id)
      cross join generate_series(0, ${input.hitsPerRelease - 1}::integer) as n
      cross join lateral (
        select hashint8extended(release.id * 1000000::bigint + n / ${hitsPerVisit}, ${input.seed}) & 9223372036854775807 as chance
      ) as drawn
      cross join lateral (
        select (array[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 7, 8])[(1 + (chance >> 9) % 20)::integer] as class
      ) as classified
    ) as hits
  `;
  // Day by day: over all partitions at once it would take longer than a statement may.
  await sql`analyze ${sql(`hit_${day.replaceAll("-", "")}`)}`;
  await insertRollUps(sql, shared);
  return inserted.count;
}

/** `hit_day` and `hit_day_dimension` as sums of the day's raw hits; each visitor of these made one visit. */
async function insertRollUps(sql: Sql, { from, day }: { from: string; day: string }): Promise<void> {
  await sql`
    insert into hit_day (
      agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
      scroll_25, scroll_50, scroll_75, scroll_100
    )
    select
      agency_id, release_id, ${day}::date, class,
      count(*) filter (where kind = 0), count(distinct visitor_id), count(distinct visitor_id),
      count(*) filter (where kind = 1), count(*) filter (where kind = 2), coalesce(sum(engaged_ms), 0),
      count(*) filter (where scroll_percent >= 25), count(*) filter (where scroll_percent >= 50),
      count(*) filter (where scroll_percent >= 75), count(*) filter (where scroll_percent >= 100)
    from hit
    where occurred_at >= ${from}::timestamptz
      and occurred_at < ${from}::timestamptz + interval '1 day'
    group by agency_id, release_id, class
  `;
  await sql`
    insert into hit_day_dimension (agency_id, release_id, day, dimension, value_id, count, visitors, visits)
    select
      agency_id, release_id, ${day}::date, dimension, value_id, count(*),
      case when knows_visitors then count(distinct visitor_id) else 0 end,
      case when dimension = ${dimensions.source} then count(distinct visitor_id) else 0 end
    from hit
    cross join lateral (
      values
        (${dimensions.source}::smallint, source_id, true),
        (${dimensions.channel}::smallint, channel::bigint, true),
        (${dimensions.campaign}::smallint, campaign_id, false),
        (${dimensions.device}::smallint, case when kind = 0 then device::bigint end, false),
        (${dimensions.interaction}::smallint, interaction_kind::bigint, true),
        (${dimensions.target}::smallint + interaction_kind, target_id, false)
    ) as counted (dimension, value_id, knows_visitors)
    where occurred_at >= ${from}::timestamptz
      and occurred_at < ${from}::timestamptz + interval '1 day'
      and value_id is not null
      and class = ${human}
    group by agency_id, release_id, dimension, value_id, knows_visitors
  `;
  await sql`
    insert into hit_day_dimension (agency_id, release_id, day, dimension, value_id, count, visitors, visits)
    select
      agency_id, release_id, ${day}::date,
      case when class = 2 then ${dimensions.operatorCrawl}::smallint else ${dimensions.operatorFetch}::smallint end,
      operator_id, count(*), 0, 0
    from hit
    where occurred_at >= ${from}::timestamptz
      and occurred_at < ${from}::timestamptz + interval '1 day'
      and operator_id is not null
    group by agency_id, release_id, class, operator_id
  `;
}
