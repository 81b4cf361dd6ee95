import { byNumber, listPage, type PageInput } from "../../../floor/db/keyset-list.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { ListedReport } from "./schema.ts";
import { normalizeScopeId } from "./scope.ts";
import type { FiguresScope } from "./scope-clients-sql.ts";
import { type ListedRow, listReports } from "./sql.ts";

export type ListReportsInput = PageInput & {
  /** Of a client: the reports on the portfolio that is kept for it. */
  scopeType?: FiguresScope["type"];
  scopeId?: string | number;
  /** What a reader who may see these clients alone is shown; null for all. */
  clientIds?: readonly number[] | null;
  /** RFC 3339. */
  createdSince?: string;
};

/** Of a report on one client or on one of its releases. */
type OfClient = Pick<ListedRow, "clientName">;

const list = { name: "reports", isKey: byNumber.isKey, keyOf: ({ number }: ListedRow) => number };

/** The agency's reports, newest first, a page at a time. Throws `invalid_cursor`. */
export async function listPublicationReports(
  sql: Queryable,
  agencyId: number,
  input: ListReportsInput,
): Promise<{ reports: (ListedReport & OfClient)[]; nextCursor: string | null }> {
  const filter = {
    scope: {
      ...(input.scopeType === undefined ? {} : { type: input.scopeType }),
      ...(input.scopeId === undefined ? {} : { id: spellingOf(input.scopeId) }),
    },
    createdSince: input.createdSince === undefined ? null : new Date(input.createdSince),
    clientIds: input.clientIds ?? null,
  };
  const { items, nextCursor } = await listPage(list, input, ({ after, rowsMax }) =>
    listReports(sql, agencyId, { ...filter, before: after, limit: rowsMax }),
  );
  return { reports: items.map(toListed), nextCursor };
}

function toListed(row: ListedRow): ListedReport & OfClient {
  const { number: _number, createdAt, ...listed } = row;
  return { ...listed, createdAt: createdAt.toISOString() };
}

/** An id that can't be one finds nothing, as any unknown one does. */
function spellingOf(scopeId: string | number): string {
  return normalizeScopeId("article", scopeId) ?? normalizeScopeId("campaign", scopeId) ?? "";
}
