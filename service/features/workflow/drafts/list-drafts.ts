import { ServiceError } from "../../../errors.ts";
import { byUuid, listPage } from "../../../floor/db/keyset-list.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { findClient } from "../../clients/sql.ts";
import { describeComment } from "../approvals/check-approval-status.ts";
import { listComments } from "../approvals/comment-sql.ts";
import { draftOf } from "./find-draft.ts";
import { listDraftRows } from "./list-sql.ts";
import type { ListDraftsInput, ListDraftsOutput } from "./schema.ts";

/**
 * The agency's drafts, or those of `clientIds`, newest first, a page at a time; their texts only with `includeBody`.
 * Throws `not_found` for a client or draft that is not this agency's, `invalid_cursor`.
 */
export async function listDrafts(
  sql: Sql,
  agencyId: number,
  input: ListDraftsInput & { clientIds?: readonly number[] | null },
): Promise<ListDraftsOutput> {
  if (input.draftId !== undefined) await draftOf(sql, agencyId, input.draftId);
  if (input.clientId !== undefined && (await findClient(sql, agencyId, input.clientId)) === null) {
    throw new ServiceError("not_found", "There is no such client. Ask list_clients for the ids.");
  }
  const filter = {
    clientId: input.clientId ?? null,
    clientIds: input.clientIds ?? null,
    draftId: input.draftId ?? null,
    status: input.status ?? null,
    updatedSince: input.updatedSince === undefined ? null : new Date(input.updatedSince),
    includeBody: input.includeBody ?? false,
  };
  const { items, nextCursor } = await listPage({ name: "drafts", ...byUuid }, input, ({ after, rowsMax }) =>
    listDraftRows(sql, agencyId, { ...filter, beforeId: after, limit: rowsMax }),
  );
  const comments = filter.draftId === null ? [] : await openComments(sql, agencyId, filter.draftId);
  const drafts = items.map((row) => ({
    ...row,
    updatedAt: row.updatedAt.toISOString(),
    ...(comments.length > 0 && { comments }),
  }));
  return { drafts, nextCursor };
}

/** What contacts wrote about a draft and nobody has dealt with. */
async function openComments(sql: Sql, agencyId: number, draftId: string) {
  const comments = await listComments(sql, agencyId, { draftId });
  return comments.filter(({ doneAt }) => doneAt === null).map(describeComment);
}
