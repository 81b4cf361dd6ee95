import { integerArray } from "../../floor/db/array-literals.ts";
import { byLetters } from "../../floor/db/by-letters.ts";
import { holdsWords } from "../../floor/db/holds-words.ts";
import type { Queryable } from "../../floor/db/open.ts";

/** What a list to choose from takes; agencies have a few dozen clients. Whoever has more finds the others by `query`. */
const clientNamesMax = 2_000;

/** Clients to choose from, by name: all, or those that a limited person may see, or whose names hold `query`. Archived ones stand last. */
export async function listClientNames(
  sql: Queryable,
  agencyId: number,
  { clientIds, query = null }: { clientIds: readonly number[] | null; query?: string | null },
): Promise<{ id: number; name: string; isActive: boolean }[]> {
  return await sql<{ id: number; name: string; isActive: boolean }[]>`
    select id, name, status = 'active' as "isActive"
    from client
    where agency_id = ${agencyId}
      ${clientIds === null ? sql`` : sql`and id = any(${integerArray(clientIds)}::integer[])`}
      ${holdsWords(sql, sql`name`, query)}
    order by status = 'active' desc, ${byLetters(sql, sql`name`)}, id
    limit ${clientNamesMax}
  `;
}
