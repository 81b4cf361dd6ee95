import type { PendingQuery, Row } from "postgres";
import type { Queryable } from "./open.ts";

/** Rows that one statement deletes: short locks, and no long transaction beside others. */
const rowsPerStatementMax = 1_000;

/** Deletes rows of all agencies that nobody needs any more, a bounded number at a time. Returns true when there may be more. */
export async function deleteOld(
  sql: Queryable,
  old: { table: string; key?: string[]; where: PendingQuery<Row[]>; rowsMax?: number },
): Promise<boolean> {
  const { table, key = ["agency_id", "id"], where, rowsMax = rowsPerStatementMax } = old;
  const deleted = await sql`
    delete from ${sql(table)}
    where (${sql(key)}) in (
      select ${sql(key)}
      from ${sql(table)}
      where ${where}
      limit ${rowsMax}
    )
  `;
  return deleted.count >= rowsMax;
}
