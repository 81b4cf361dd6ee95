import { isMomentMs, listPage, type PageInput } from "../../../floor/db/keyset-list.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import {
  type ListedRelease,
  type ListFilter,
  type ListOrder,
  type ListPosition,
  listReleaseRows,
  sortCharactersMax,
} from "./list-sql.ts";

/** Where a page begins: a moment in milliseconds or letters of a name, and the id of a draft or release. */
const positionPattern = new RegExp(`^.{0,${sortCharactersMax}}/[0-9a-f-]{1,36}$`, "su");
/** Each letter of a position takes up to twelve bytes of JSON, and base64url a third more. */
const sortedCursorCharactersMax = 1_200;

const newestFirst: ListOrder = { by: "updated", isReversed: false };

export type ListReleasesInput = Partial<ListFilter> & PageInput & { order?: ListOrder };

/**
 * Everything that an agency writes or has published, last changed first where no other order is asked for, a page at a time: drafts with
 * their releases, and releases that never were a draft. Texts are not in it. Throws `invalid_cursor`.
 */
export async function listReleases(
  sql: Queryable,
  agencyId: number,
  { limit, cursor, order = newestFirst, ...filter }: ListReleasesInput,
): Promise<{ releases: ListedRelease[]; nextCursor: string | null }> {
  const list = listOf(order);
  const { items, nextCursor } = await listPage(list, { limit, cursor }, ({ after, rowsMax }) =>
    listReleaseRows(sql, agencyId, {
      ...noFilter,
      ...filter,
      order,
      after: after === null ? null : positionOf(after),
      limit: rowsMax,
    }),
  );
  return { releases: items.map(({ key: _key, sortValue: _value, ...row }) => row), nextCursor };
}

type Row = { updatedAt: Date; key: string; sortValue: string };

/** Each order has cursors of its own: one of another order would begin anywhere. */
function listOf({ by, isReversed }: ListOrder) {
  const isUpdated = by === "updated";
  return {
    name: isUpdated && !isReversed ? "releases" : `releases-${by}${isReversed ? "-reversed" : ""}`,
    isKey: isUpdated ? isMoment : isPosition,
    keyOf: ({ updatedAt, key, sortValue }: Row) => `${isUpdated ? updatedAt.getTime() : sortValue}/${key}`,
    ...(isUpdated ? {} : { cursorCharactersMax: sortedCursorCharactersMax }),
  };
}

const noFilter: ListFilter = {
  only: null,
  clientId: null,
  clientIds: null,
  status: null,
  isOnline: null,
  topic: null,
  query: null,
  patterns: null,
  updatedSince: null,
  updatedBefore: null,
};

function isPosition(value: unknown): value is string {
  return typeof value === "string" && !value.includes("\0") && positionPattern.test(value);
}

function isMoment(value: unknown): value is string {
  return isPosition(value) && isMomentMs(positionOf(value).value);
}

function positionOf(text: string): ListPosition {
  const at = text.lastIndexOf("/");
  return { value: text.slice(0, at), key: text.slice(at + 1) };
}
