import { dimensions } from "../../../service/features/measurement/dimensions.ts";
import type { Sql } from "../../../service/floor/db/open.ts";

/** Days and hits of each: 10,000 hits together. */
const days = 40;
const hitsPerDay = 250;
/** Different sources, campaigns and links of a day. */
const valuesPerDay = 20;

/** Gives a release the figures of 10,000 hits, as they stand after the roll-up. */
export async function fillFigures(sql: Sql, agencyId: number, pressReleaseId: number): Promise<void> {
  await sql`
    insert into hit_source (agency_id, id, source, domain, channel)
    select ${agencyId}, n, 'Quelle ' || n, 'quelle-' || n || '.example', 1
    from generate_series(1, ${valuesPerDay}::integer) as n
  `;
  await sql`
    insert into hit_day (
      agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms, scroll_25, scroll_50,
      scroll_75, scroll_100
    )
    select
      ${agencyId}, ${pressReleaseId}, current_date - n, 0, ${hitsPerDay}::integer, 50, 50, 10, 10, 1000, 1, 1, 1, 1
    from generate_series(0, ${days - 1}::integer) as n
  `;
  const open = [dimensions.source, dimensions.campaign, dimensions.target, dimensions.target + 1];
  await sql`
    insert into hit_day_dimension (agency_id, release_id, day, dimension, value_id, count, visitors, visits)
    select ${agencyId}, ${pressReleaseId}, current_date - n, dimension, value_id, 3, 2, 2
    from
      generate_series(0, ${days - 1}::integer) as n,
      unnest(${open}::smallint[]) as dimension,
      generate_series(1, ${valuesPerDay}::integer) as value_id
  `;
}
