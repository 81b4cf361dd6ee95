import { decodeCursor } from "../db/cursor.ts";
import type { Sql } from "../db/open.ts";
import { pageOf } from "../db/page-of.ts";
import { clientIdMax, type ListClientsInput, type ListClientsOutput, limitDefault } from "./schema.ts";
import { listClientRows } from "./sql.ts";

const listName = "clients";

/**
 * The agency's clients in the order of their creation, with what waits at each; only `clientIds` where they are given.
 * Throws `invalid_cursor`.
 */
export async function listClients(
  sql: Sql,
  agencyId: number,
  input: ListClientsInput & { clientIds?: readonly number[] | null },
): Promise<ListClientsOutput> {
  const limit = input.limit ?? limitDefault;
  const afterId = input.cursor === undefined ? 0 : decodeCursor(listName, input.cursor, isId);
  const rows = await listClientRows(sql, agencyId, {
    query: input.query ?? null,
    status: input.status ?? null,
    clientIds: input.clientIds ?? null,
    afterId,
    limit: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, {
    list: listName,
    limit,
    toItem: (row) => row,
    idOf: ({ id }) => id,
  });
  return { clients: items, nextCursor };
}

/** Whether the id of a cursor can be one of ours. */
function isId(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= clientIdMax;
}
