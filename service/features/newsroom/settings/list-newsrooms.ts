import { byNumber, listPage, type PageInput } from "../../../floor/db/keyset-list.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { listNewsroomRows, type NewsroomListRow } from "../../clients/newsroom-sql.ts";

/** An agency's newsrooms in the order of their clients' creation. Throws `invalid_cursor`. */
export async function listNewsrooms(
  sql: Queryable,
  agencyId: number,
  page: PageInput = {},
): Promise<{ newsrooms: NewsroomListRow[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(
    { name: "newsrooms", ...byNumber },
    page,
    ({ after, rowsMax }) => listNewsroomRows(sql, agencyId, { afterId: after ?? 0, limit: rowsMax }),
  );
  return { newsrooms: items, nextCursor };
}
