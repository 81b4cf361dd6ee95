import { decodeCursor } from "../db/cursor.ts";
import type { Queryable } from "../db/open.ts";
import { pageOf } from "../db/page-of.ts";
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

const listName = "agencies";
const limitDefault = 20;
const idMax = 2_147_483_647;

/** All agencies of the service, by id, a page at a time: for its operator. Throws `invalid_cursor`. */
export async function listAgencies(
  sql: Queryable,
  { limit = limitDefault, cursor }: { limit?: number; cursor?: string },
): Promise<{ agencies: ListedAgency[]; nextCursor: string | null }> {
  const after = cursor === undefined ? 0 : decodeCursor(listName, cursor, isId);
  const rows = await sql<ListedAgency[]>`
    select ${columns(sql)}
    from agency
    where id > ${after}
    order by id
    limit ${limit + 1}
  `;
  const page = { list: listName, limit, toItem: (row: ListedAgency) => row };
  const { items, nextCursor } = pageOf(rows, { ...page, idOf: ({ id }) => id });
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

function isId(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= idMax;
}
