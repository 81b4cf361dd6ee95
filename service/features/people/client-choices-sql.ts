import { byLetters } from "../../floor/db/by-letters.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { limitedClientsMax } from "./rules.ts";

/**
 * Clients that a person can be limited to, by name: at most as many as it can be limited to. Those in `chosenIds` come first, so that a
 * form never leaves out what is stored; archived ones are offered only then.
 */
export async function listClientChoices(
  sql: Queryable,
  agencyId: number,
  chosenIds: readonly number[],
): Promise<{ id: number; name: string }[]> {
  return await sql<{ id: number; name: string }[]>`
    with offered as (
      select id, name
      from client
      where agency_id = ${agencyId}
        and (status = 'active' or id = any(${sql.array([...chosenIds])}::integer[]))
      order by (id = any(${sql.array([...chosenIds])}::integer[])) desc, ${byLetters(sql, sql`name`)}, id
      limit ${limitedClientsMax}
    )
    select id, name
    from offered
    order by ${byLetters(sql, sql`name`)}, id
  `;
}
