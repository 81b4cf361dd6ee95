import { byUuid, listPage, type PageInput } from "../../../floor/db/keyset-list.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { ListedSchedule } from "./schema.ts";
import { listScheduleRows } from "./sql.ts";

/** The agency's schedules, newest first, a page at a time; of a limited reader only those of its clients. Throws `invalid_cursor`. */
export async function listSchedulePage(
  sql: Queryable,
  agencyId: number,
  { clientIds, ...page }: PageInput & { clientIds: readonly number[] | null },
): Promise<{ schedules: ListedSchedule[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage({ name: "schedules", ...byUuid }, page, ({ after, rowsMax }) =>
    listScheduleRows(sql, agencyId, { clientIds, id: null, before: after, limit: rowsMax }),
  );
  return { schedules: items, nextCursor };
}

/** One schedule that a reader limited to `clientIds` may see, or null. */
export async function findSchedule(
  sql: Queryable,
  agencyId: number,
  { id, clientIds }: { id: string; clientIds: readonly number[] | null },
): Promise<ListedSchedule | null> {
  const [row] = await listScheduleRows(sql, agencyId, { clientIds, id, before: null, limit: 1 });
  return row ?? null;
}
