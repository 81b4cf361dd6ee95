import { ServiceError } from "../../../errors.ts";
import { byNumber, listPage, type PageInput } from "../../../floor/db/keyset-list.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { integerMax } from "../../../schema.ts";
import { draftOf } from "./find-draft.ts";
import type { DraftContent } from "./rules.ts";
import { findVersion, type ListedVersion, listVersionRows } from "./version-sql.ts";

const list = {
  name: "draft-versions",
  isKey: byNumber.isKey,
  keyOf: ({ version }: ListedVersion) => version,
};

/** The versions of a draft, newest first, a page at a time and without their texts. Throws `not_found`, `invalid_cursor`. */
export async function listDraftVersions(
  sql: Queryable,
  agencyId: number,
  input: PageInput & { draftId: string },
): Promise<{ versions: ListedVersion[]; nextCursor: string | null }> {
  const draft = await draftOf(sql, agencyId, input.draftId);
  const { items, nextCursor } = await listPage(list, input, ({ after, rowsMax }) =>
    listVersionRows(sql, agencyId, { draftId: draft.id, before: after ?? integerMax, limit: rowsMax }),
  );
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
