import { ServiceError } from "../../../errors.ts";
import { byUuid, listPage } from "../../../floor/db/keyset-list.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { findClient } from "../../clients/sql.ts";
import { listApprovers } from "../approvals/approver-sql.ts";
import { describeApprover, describeComment } from "../approvals/check-approval-status.ts";
import { listComments } from "../approvals/comment-sql.ts";
import { findLatestApproval } from "../approvals/sql.ts";
import { draftOf } from "./find-draft.ts";
import { listDraftRows } from "./list-sql.ts";
import type { ListDraftsInput, ListDraftsOutput, ListedDraft } from "./schema.ts";

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
  const answers = filter.draftId === null ? {} : await answersTo(sql, agencyId, filter.draftId);
  const drafts = items.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString(), ...answers }));
  return { drafts, nextCursor };
}

/** What contacts wrote about a draft and nobody has dealt with, and who approves it where that is more than one. */
async function answersTo(
  sql: Sql,
  agencyId: number,
  draftId: string,
): Promise<Pick<ListedDraft, "comments" | "approvers">> {
  const approval = await findLatestApproval(sql, agencyId, draftId);
  if (approval === null) return {};
  const [written, approvers] = await Promise.all([
    listComments(sql, agencyId, { draftId }),
    listApprovers(sql, agencyId, approval.id),
  ]);
  const comments = written.filter(({ doneAt }) => doneAt === null);
  return {
    ...(comments.length > 0 && { comments: comments.map(describeComment) }),
    ...(approvers.length > 0 && { approvers: approvers.map(describeApprover) }),
  };
}
