import { listNewsroomRows, type NewsroomListRow } from "../../clients/newsroom-sql.ts";
import { clientIdMax, limitDefault } from "../../clients/schema.ts";
import { decodeCursor } from "../../db/cursor.ts";
import type { Queryable } from "../../db/open.ts";
import { pageOf } from "../../db/page-of.ts";

const listName = "newsrooms";
/** The same as of other lists. */
const limitMax = 100;

/** An agency's newsrooms in the order of their clients' creation. Throws `invalid_cursor`. */
export async function listNewsrooms(
  sql: Queryable,
  agencyId: number,
  input: { limit?: number; cursor?: string } = {},
): Promise<{ newsrooms: NewsroomListRow[]; nextCursor: string | null }> {
  const limit = Math.min(input.limit ?? limitDefault, limitMax);
  const afterId = input.cursor === undefined ? 0 : decodeCursor(listName, input.cursor, isId);
  const rows = await listNewsroomRows(sql, agencyId, { afterId, limit: limit + 1 });
  const { items, nextCursor } = pageOf(rows, {
    list: listName,
    limit,
    toItem: (row) => row,
    idOf: ({ id }) => id,
  });
  return { newsrooms: items, nextCursor };
}

function isId(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= clientIdMax;
}
