import { limitDefault } from "../../clients/schema.ts";
import { decodeCursor } from "../../db/cursor.ts";
import type { Queryable } from "../../db/open.ts";
import { pageOf } from "../../db/page-of.ts";
import { type ListedRelease, type ListFilter, type ListPosition, listReleaseRows } from "./list-sql.ts";

const listName = "releases";
/** A moment in milliseconds, and the id of a draft or release. */
const placePattern = /^(\d{1,15})\/([0-9a-f-]{1,36})$/;

export type ListReleasesInput = Partial<ListFilter> & {
  /** 1 to 100; 20 when left out. */
  limit?: number;
  cursor?: string;
};

/**
 * Everything that an agency writes or has published, last changed first, a page at a time: drafts with their releases, and
 * releases that never were a draft. Texts are not in it. Throws `invalid_cursor`.
 */
export async function listReleases(
  sql: Queryable,
  agencyId: number,
  { limit = limitDefault, cursor, ...filter }: ListReleasesInput,
): Promise<{ releases: ListedRelease[]; nextCursor: string | null }> {
  const rows = await listReleaseRows(sql, agencyId, {
    ...noFilter,
    ...filter,
    before: cursor === undefined ? null : placeOf(decodeCursor(listName, cursor, isPlace)),
    limit: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, {
    list: listName,
    limit,
    toItem: ({ key: _key, ...row }): ListedRelease => row,
    idOf: ({ updatedAt, key }) => `${updatedAt.getTime()}/${key}`,
  });
  return { releases: items, nextCursor };
}

const noFilter: ListFilter = {
  only: null,
  clientId: null,
  clientIds: null,
  status: null,
  topic: null,
  query: null,
  updatedSince: null,
  updatedBefore: null,
};

function isPlace(value: unknown): value is string {
  return typeof value === "string" && placePattern.test(value);
}

function placeOf(text: string): ListPosition {
  const [, milliseconds = "0", key = ""] = placePattern.exec(text) ?? [];
  return { updatedAt: new Date(Number(milliseconds)), key };
}
