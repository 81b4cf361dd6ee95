import type { Queryable } from "../../../floor/db/open.ts";
import { spellingsOf } from "../directory.ts";

/** Counting stops here: beyond it nobody needs the number before a click. */
const readersCountedMax = 100_000;

export type Readers = { atOnce: number; daily: number };

/** How many addresses would get a release with these topics by mail, each counted once, as `writeChunk` picks them. */
export async function countReaders(
  sql: Queryable,
  agencyId: number,
  { clientId, topics }: { clientId: number; topics: readonly string[] },
): Promise<Readers> {
  const spellings = await spellingsOf(sql, agencyId, { clientId, topics });
  const [row] = await sql<Readers[]>`
    select
      count(*) filter (where frequency = 'at_once')::integer as "atOnce",
      count(*) filter (where frequency = 'daily')::integer as daily
    from (
      select distinct on (address_hash) frequency
      from (
        select id, address_hash, frequency
        from newsroom_subscription
        where agency_id = ${agencyId}
          and client_id = ${clientId}
          and status = 'active'
          and (topic is null or topic = any (${sql.array(spellings)}::text[]))
        order by id
        limit ${readersCountedMax}
      ) as subscribed
      order by address_hash, frequency = 'daily', id
    ) as readers
  `;
  return row ?? { atOnce: 0, daily: 0 };
}
