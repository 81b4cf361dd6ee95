import { byUuid, listPage, type PageInput } from "../../../floor/db/keyset-list.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { type ListedDraft, listDraftRows } from "./list-sql.ts";

/** The agency's drafts of reports, newest first, a page at a time; of a limited reader only those of its clients. Throws `invalid_cursor`. */
export async function listDrafts(
  sql: Queryable,
  agencyId: number,
  { clientIds, ...page }: PageInput & { clientIds: readonly number[] | null },
): Promise<{ drafts: ListedDraft[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(
    { name: "report_drafts", ...byUuid },
    page,
    ({ after, rowsMax }) => listDraftRows(sql, agencyId, { clientIds, before: after, limit: rowsMax }),
  );
  return { drafts: items, nextCursor };
}
