import { byNumber, listPage, type PageInput } from "../../floor/db/keyset-list.ts";
import type { Queryable } from "../../floor/db/open.ts";
import type { Plan } from "./sql.ts";

export type ListedAgency = {
  id: number;
  name: string;
  plan: Plan;
  hourlyLimit: number | null;
  timeZone: string;
  createdAt: Date;
  /** When it will be removed; null for one that stays. */
  deleteAfter: Date | null;
};

/** All agencies of the service, by id, a page at a time: for its operator. Throws `invalid_cursor`. */
export async function listAgencies(
  sql: Queryable,
  page: PageInput,
): Promise<{ agencies: ListedAgency[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(
    { name: "agencies", ...byNumber },
    page,
    ({ after, rowsMax }) => sql<ListedAgency[]>`
      select ${columns(sql)}
      from agency
      where id > ${after ?? 0}
      order by id
      limit ${rowsMax}
    `,
  );
  return { agencies: items, nextCursor };
}

/** One agency, or null. */
export async function findAgency(sql: Queryable, agencyId: number): Promise<ListedAgency | null> {
  const [row] = await sql<ListedAgency[]>`
    select ${columns(sql)}
    from agency
    where id = ${agencyId}
  `;
  return row ?? null;
}

function columns(sql: Queryable) {
  return sql`
    id, name, plan,
    hourly_limit as "hourlyLimit",
    time_zone as "timeZone",
    created_at as "createdAt",
    delete_after as "deleteAfter"
  `;
}
