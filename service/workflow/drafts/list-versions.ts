import { limitDefault } from "../../clients/schema.ts";
import { decodeCursor } from "../../db/cursor.ts";
import type { Queryable } from "../../db/open.ts";
import { pageOf } from "../../db/page-of.ts";
import { ServiceError } from "../../errors.ts";
import { draftOf } from "./find-draft.ts";
import type { DraftContent } from "./rules.ts";
import { findVersion, type ListedVersion, listVersionRows } from "./version-sql.ts";

const listName = "draft-versions";
/** Above any version; PostgreSQL's largest integer. */
const versionMax = 2_147_483_647;

/** The versions of a draft, newest first, a page at a time and without their texts. Throws `not_found`, `invalid_cursor`. */
export async function listDraftVersions(
  sql: Queryable,
  agencyId: number,
  input: { draftId: string; limit?: number; cursor?: string },
): Promise<{ versions: ListedVersion[]; nextCursor: string | null }> {
  const draft = await draftOf(sql, agencyId, input.draftId);
  const limit = input.limit ?? limitDefault;
  const before = input.cursor === undefined ? versionMax : decodeCursor(listName, input.cursor, isVersion);
  const rows = await listVersionRows(sql, agencyId, { draftId: draft.id, before, limit: limit + 1 });
  const page = { list: listName, limit, toItem: (row: ListedVersion) => row };
  const { items, nextCursor } = pageOf(rows, { ...page, idOf: ({ version }) => version });
  return { versions: items, nextCursor };
}

export type DraftVersion = {
  draftId: string;
  version: number;
  createdAt: string;
  authorType: string | null;
  authorId: string | null;
  content: DraftContent;
};

/** One version of a draft with all that it holds. Throws `not_found`. */
export async function readDraftVersion(
  sql: Queryable,
  agencyId: number,
  input: { draftId: string; version: number },
): Promise<DraftVersion> {
  const draft = await draftOf(sql, agencyId, input.draftId);
  const found = await findVersion(sql, agencyId, { draftId: draft.id, version: input.version });
  if (found === null) throw new ServiceError("not_found", `The draft has no version ${input.version}.`);
  const { contentHash: _hash, createdAt, ...version } = found;
  return { draftId: draft.id, createdAt: createdAt.toISOString(), ...version };
}

function isVersion(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= versionMax;
}
