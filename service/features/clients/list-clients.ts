import { byNumber, listPage, type PageInput } from "../../floor/db/keyset-list.ts";
import type { Sql } from "../../floor/db/open.ts";
import type { ListClientsInput, ListClientsOutput } from "./schema.ts";
import { listClientRows } from "./sql.ts";

/**
 * The agency's clients in the order of their creation, with what waits at each; only `clientIds` where they are given.
 * Throws `invalid_cursor`.
 */
export async function listClients(
  sql: Sql,
  agencyId: number,
  input: Pick<ListClientsInput, "query" | "status"> & PageInput & { clientIds?: readonly number[] | null },
): Promise<ListClientsOutput> {
  const { query = null, status = null, clientIds = null } = input;
  const { items, nextCursor } = await listPage(
    { name: "clients", ...byNumber },
    input,
    ({ after, rowsMax }) =>
      listClientRows(sql, agencyId, { query, status, clientIds, afterId: after ?? 0, limit: rowsMax }),
  );
  return { clients: items, nextCursor };
}
