import { listPage, type PageInput } from "../../../floor/db/keyset-list.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { type ListedRelease, type ListFilter, type ListPosition, listReleaseRows } from "./list-sql.ts";

/** A moment in milliseconds, and the id of a draft or release. */
const positionPattern = /^(\d{1,15})\/([0-9a-f-]{1,36})$/;

const list = {
  name: "releases",
  isKey: isPosition,
  keyOf: ({ updatedAt, key }: { updatedAt: Date; key: string }) => `${updatedAt.getTime()}/${key}`,
};

export type ListReleasesInput = Partial<ListFilter> & PageInput;

/**
 * Everything that an agency writes or has published, last changed first, a page at a time: drafts with their releases, and
 * releases that never were a draft. Texts are not in it. Throws `invalid_cursor`.
 */
export async function listReleases(
  sql: Queryable,
  agencyId: number,
  { limit, cursor, ...filter }: ListReleasesInput,
): Promise<{ releases: ListedRelease[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(list, { limit, cursor }, ({ after, rowsMax }) => {
    const before = after === null ? null : positionOf(after);
    return listReleaseRows(sql, agencyId, { ...noFilter, ...filter, before, limit: rowsMax });
  });
  return { releases: items.map(({ key: _key, ...row }) => row), nextCursor };
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

function isPosition(value: unknown): value is string {
  return typeof value === "string" && positionPattern.test(value);
}

function positionOf(text: string): ListPosition {
  const [, milliseconds = "0", key = ""] = positionPattern.exec(text) ?? [];
  return { updatedAt: new Date(Number(milliseconds)), key };
}
