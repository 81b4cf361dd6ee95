import type { PendingQuery, Row } from "postgres";
import { encodeCursor } from "./cursor.ts";
import type { Queryable } from "./open.ts";

type Fragment = PendingQuery<Row[]>;

/** Of one page as JSON. It stands twice in a tool's answer, and forty readers at once have to fit into memory. */
export const pageBytesMax = 1024 * 1024;

/**
 * Cuts a page out of rows in the order of the list, of which `rows` holds one more than `limit` where there are more. It ends before
 * the item that would make it larger than `pageBytesMax`; the first one is always on it, so that a reader gets on.
 */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  page: { list: string; limit: number; toItem: (row: Row) => Item; idOf: (row: Row) => string | number },
): { items: Item[]; nextCursor: string | null } {
  const items: Item[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, page.limit)) {
    const item = page.toItem(row);
    bytes += Buffer.byteLength(JSON.stringify(item));
    if (bytes > pageBytesMax && items.length > 0) break;
    items.push(item);
  }
  const last = rows[items.length - 1];
  const isEnd = items.length === rows.length || last === undefined;
  return { items, nextCursor: isEnd ? null : encodeCursor(page.list, page.idOf(last)) };
}

/**
 * The `columns` of those rows of `listed` that begin within `bytesMax`, by its column `bytes` (lengths that the database knows
 * without reading the texts), and of two at least: a page needs the one after it. What lies beyond never comes into this process.
 * `order` is that of the list.
 */
export function rowsWithin(
  sql: Queryable,
  input: { columns: Fragment; listed: Fragment; order: Fragment; bytesMax: number },
): Fragment {
  const { columns, listed, order, bytesMax } = input;
  return sql`
    select ${columns}
    from (
      select
        listed.*,
        row_number() over (order by ${order}) as place,
        sum(bytes) over (order by ${order} rows unbounded preceding) - bytes as bytes_before
      from (${listed}) as listed
    ) as page
    where bytes_before <= ${bytesMax}
      or place <= 2
    order by ${order}
  `;
}
