import type { Queryable } from "../../floor/db/open.ts";

/** Spellings of topics that one newsroom is read with; the ones used most come first. */
const topicSpellingsMax = 500;

export type Directory = { topics: { name: string; releases: number }[]; years: number[] };

/** By what a newsroom's releases can be listed: topics with their number of releases, and years, newest first. */
export async function readDirectory(
  sql: Queryable,
  agencyId: number,
  input: { clientId: number; timeZone: string },
): Promise<Directory> {
  const [row] = await sql<Directory[]>`
    with published as materialized (
      select topics, published_at
      from release
      where agency_id = ${agencyId}
        and client_id = ${input.clientId}
        and status = 'published'
    ),
    used as (
      select name, count(*)::integer as releases
      from published
      cross join unnest(topics) as topic (name)
      group by name
      order by count(*) desc, name
      limit ${topicSpellingsMax}
    )
    select
      coalesce((select jsonb_agg(jsonb_build_object('name', name, 'releases', releases)) from used), '[]') as topics,
      array(
        select distinct extract(year from published_at at time zone ${input.timeZone})::integer as year
        from published
        order by year desc
      ) as years
  `;
  return row ?? { topics: [], years: [] };
}
