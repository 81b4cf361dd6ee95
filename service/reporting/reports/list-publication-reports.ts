import { decodeCursor } from "../../db/cursor.ts";
import type { Queryable } from "../../db/open.ts";
import { pageOf } from "../../db/page-of.ts";
import type { ScopeType } from "../../schema.ts";
import type { ListedReport } from "./schema.ts";
import { normalizeScopeId } from "./scope.ts";
import { type ListedRow, listReports } from "./sql.ts";

export type ListReportsInput = {
  scopeType?: ScopeType;
  scopeId?: string | number;
  /** What a reader who may see these clients alone is shown; null for all. */
  clientIds?: readonly number[] | null;
  /** RFC 3339. */
  createdSince?: string;
  /** 1 to 100; 20 when left out. */
  limit?: number;
  cursor?: string;
};

export const listedReportsLimit = { minimum: 1, maximum: 100, default: 20 } as const;

const listName = "reports";

/** The agency's reports, newest first, a page at a time. Throws `invalid_cursor`. */
export async function listPublicationReports(
  sql: Queryable,
  agencyId: number,
  input: ListReportsInput,
): Promise<{ reports: ListedReport[]; nextCursor: string | null }> {
  const limit = input.limit ?? listedReportsLimit.default;
  const before = input.cursor === undefined ? null : decodeCursor(listName, input.cursor, isNumber);
  const rows = await listReports(sql, agencyId, {
    scope: {
      ...(input.scopeType === undefined ? {} : { type: input.scopeType }),
      ...(input.scopeId === undefined ? {} : { id: spellingOf(input.scopeId) }),
    },
    createdSince: input.createdSince === undefined ? null : new Date(input.createdSince),
    clientIds: input.clientIds ?? null,
    before,
    limit: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, {
    list: listName,
    limit,
    toItem: toListed,
    idOf: (row) => row.number,
  });
  return { reports: items, nextCursor };
}

function toListed(row: ListedRow): ListedReport {
  const { reportId, scopeType, scopeId, title, from, to } = row;
  return { reportId, scopeType, scopeId, title, from, to, createdAt: row.createdAt.toISOString() };
}

/** An id that can't be one finds nothing, as any unknown one does. */
function spellingOf(scopeId: string | number): string {
  return normalizeScopeId("article", scopeId) ?? normalizeScopeId("campaign", scopeId) ?? "";
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
}
