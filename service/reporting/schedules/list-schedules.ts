import { decodeCursor } from "../../db/cursor.ts";
import type { Queryable } from "../../db/open.ts";
import { pageOf } from "../../db/page-of.ts";
import { uuidPattern } from "../../schema.ts";
import type { ListedSchedule } from "./schema.ts";
import { listScheduleRows } from "./sql.ts";

const listName = "schedules";
const limitDefault = 20;

/** The agency's schedules, newest first, a page at a time; of a limited reader only those of its clients. Throws `invalid_cursor`. */
export async function listSchedulePage(
  sql: Queryable,
  agencyId: number,
  input: { clientIds: readonly number[] | null; limit?: number; cursor?: string },
): Promise<{ schedules: ListedSchedule[]; nextCursor: string | null }> {
  const { clientIds, limit = limitDefault, cursor } = input;
  const isUuid = (value: unknown): value is string => typeof value === "string" && uuidPattern.test(value);
  const rows = await listScheduleRows(sql, agencyId, {
    clientIds,
    id: null,
    before: cursor === undefined ? null : decodeCursor(listName, cursor, isUuid),
    limit: limit + 1,
  });
  const page = pageOf(rows, { list: listName, limit, toItem: (row) => row, idOf: ({ id }) => id });
  return { schedules: page.items, nextCursor: page.nextCursor };
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
