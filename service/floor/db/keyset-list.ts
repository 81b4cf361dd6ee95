import type { PendingQuery, Row } from "postgres";
import { fieldReason, ServiceError } from "../../errors.ts";
import { cursorCharactersMax, integerMax, listLimit, uuidPattern } from "../../schema.ts";
import type { Queryable } from "./open.ts";

type Fragment = PendingQuery<Row[]>;

export type PageInput = { limit?: number | undefined; cursor?: string | undefined };

/** A list that is read page by page. Its cursors hold `name` and the key of a row; both outlive a release. */
export type KeysetList<Listed, Key> = {
  name: string;
  isKey: (value: unknown) => value is Key;
  keyOf: (row: Listed) => Key;
  limitDefault?: number;
  limitMax?: number;
  /** Where a key holds more than an id; an interface that others call keeps to the default. */
  cursorCharactersMax?: number;
};

/** What a person looks through at once. */
export const limitForPeople = 50;

/** Of one page as JSON. It stands twice in a tool's answer, and forty readers at once have to fit into memory. */
export const pageBytesMax = 1024 * 1024;

/** Smaller than every id: a walk through a table begins behind it, and no row has it. */
export const beforeEveryUuid = "00000000-0000-0000-0000-000000000000";
/** Larger than every id: a list from the newest on without a cursor begins here. */
export const afterEveryUuid = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Of the years that PostgreSQL and JavaScript write alike. */
const momentMs = { min: Date.parse("0001-01-01T00:00:00.000Z"), max: Date.parse("9999-12-31T23:59:59.999Z") };

/** For lists whose key is the `id` of their rows. */
export const byUuid = { isKey: isUuid, keyOf: ({ id }: { id: string }) => id };
export const byNumber = { isKey: isRowNumber, keyOf: ({ id }: { id: number }) => id };

/**
 * One page of a list. `read` gets the key behind which the page begins, null without a cursor, and reads up to `rowsMax` rows in the
 * order of the list, one more than are shown. Throws `invalid_cursor` and `validation_error` with `limit`.
 */
export async function listPage<Shown extends Listed, Listed, Key extends string | number>(
  list: KeysetList<Listed, Key>,
  { limit = list.limitDefault ?? listLimit.default, cursor }: PageInput,
  read: (page: { after: Key | null; rowsMax: number }) => PromiseLike<readonly Shown[]>,
): Promise<{ items: Shown[]; nextCursor: string | null }> {
  refuseLimit(limit, list.limitMax ?? listLimit.maximum);
  const after = cursor === undefined ? null : decodeCursor(list, cursor);
  const rows = await read({ after, rowsMax: limit + 1 });
  const items = withinBytes(rows.slice(0, limit));
  const last = rows[items.length - 1];
  const isEnd = items.length === rows.length || last === undefined;
  return { items, nextCursor: isEnd ? null : encodeCursor(list, list.keyOf(last)) };
}

/** The opaque cursor behind a row. Its inside is ours to change: callers only hand it back. */
export function encodeCursor({ name }: { name: string }, key: string | number): string {
  return Buffer.from(JSON.stringify([name, key])).toString("base64url");
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
        row_number() over (order by ${order}) as row_position,
        sum(bytes) over (order by ${order} rows unbounded preceding) - bytes as bytes_before
      from (${listed}) as listed
    ) as page
    where bytes_before <= ${bytesMax}
      or row_position <= 2
    order by ${order}
  `;
}

export function isUuid(value: unknown): value is string {
  return typeof value === "string" && uuidPattern.test(value);
}

/** Whether a part of a key is a moment in milliseconds. One of the year 10000 failed in the database, so that a forged cursor was answered 500. */
export function isMomentMs(text: string): boolean {
  const ms = Number(text);
  return /^-?\d{1,15}$/.test(text) && ms >= momentMs.min && ms <= momentMs.max;
}

function isRowNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= integerMax;
}

function refuseLimit(limit: number, max: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= max) return;
  throw new ServiceError(
    "validation_error",
    `limit has to be from 1 to ${max}.`,
    fieldReason("limit", `1 bis ${max}`),
  );
}

function decodeCursor<Listed, Key>(list: KeysetList<Listed, Key>, cursor: string): Key {
  const { name, isKey, cursorCharactersMax: max = cursorCharactersMax } = list;
  const [foundName, key] = cursor.length > max ? [] : parsed(cursor);
  if (foundName === name && isKey(key)) return key;
  throw new ServiceError(
    "invalid_cursor",
    "The cursor is not one of this list. Start again without a cursor.",
  );
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Ends before the row that would make a page larger than `pageBytesMax`. The first is always on it, so that a reader gets on. */
function withinBytes<T>(rows: readonly T[]): T[] {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += Buffer.byteLength(JSON.stringify(row));
    return bytes > pageBytesMax && index > 0;
  });
  return rows.slice(0, end === -1 ? rows.length : end);
}
