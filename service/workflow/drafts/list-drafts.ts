import { limitDefault } from "../../clients/schema.ts";
import { findClient } from "../../clients/sql.ts";
import { decodeCursor } from "../../db/cursor.ts";
import type { Sql } from "../../db/open.ts";
import { pageOf } from "../../db/page-of.ts";
import { ServiceError } from "../../errors.ts";
import { uuidPattern } from "../../schema.ts";
import { draftOf } from "./find-draft.ts";
import { listDraftRows } from "./list-sql.ts";
import type { ListDraftsInput, ListDraftsOutput } from "./schema.ts";

const listName = "drafts";

/**
 * The agency's drafts, newest first, a page at a time; their texts only with `includeBody`.
 * Throws `not_found` for a client or draft that is not this agency's, `invalid_cursor`.
 */
export async function listDrafts(
  sql: Sql,
  agencyId: number,
  input: ListDraftsInput,
): Promise<ListDraftsOutput> {
  const limit = input.limit ?? limitDefault;
  const beforeId = input.cursor === undefined ? null : decodeCursor(listName, input.cursor, isUuid);
  if (input.draftId !== undefined) await draftOf(sql, agencyId, input.draftId);
  if (input.clientId !== undefined && (await findClient(sql, agencyId, input.clientId)) === null) {
    throw new ServiceError("not_found", "There is no such client. Ask list_clients for the ids.");
  }
  const rows = await listDraftRows(sql, agencyId, {
    clientId: input.clientId ?? null,
    draftId: input.draftId ?? null,
    status: input.status ?? null,
    updatedSince: input.updatedSince === undefined ? null : new Date(input.updatedSince),
    beforeId,
    includeBody: input.includeBody ?? false,
    limit: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, {
    list: listName,
    limit,
    toItem: (row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }),
    idOf: ({ id }) => id,
  });
  return { drafts: items, nextCursor };
}

function isUuid(value: unknown): value is string {
  return typeof value === "string" && uuidPattern.test(value);
}
