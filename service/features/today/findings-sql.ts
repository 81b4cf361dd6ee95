import { integerArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { isCounted } from "../insights/import/stored-sql.ts";
import type { Scope } from "./work-sql.ts";

/** Whoever has more to look through reads "mehr als". */
export const findingsCountedMax = 500;

/** How many clippings were found that nobody has looked at, counted up to one more than `findingsCountedMax`. */
export async function countFindings(sql: Queryable, agencyId: number, { clientIds }: Scope): Promise<number> {
  const inScope =
    clientIds === null
      ? sql``
      : sql`and coalesce(mention.client_id, release.client_id) = any(${integerArray(clientIds)}::integer[])`;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from (
      select
      from media_mention as mention
      left join release on release.agency_id = ${agencyId} and release.id = mention.release_id
      where mention.agency_id = ${agencyId}
        and mention.state = 'found'
        and ${isCounted(sql, agencyId, "mention")}
        ${inScope}
      limit ${findingsCountedMax + 1}
    ) as found
  `;
  return row?.count ?? 0;
}
