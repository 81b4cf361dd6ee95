import type { Queryable } from "../db/open.ts";

/** Types of PostgreSQL by their fixed object ids (pg_type.dat). */
const typeIds = { int4: 23, int8: 20, text: 25 } as const;

type Value = number | string | bigint | null;

/**
 * Turns rows into one array parameter per column, for `unnest`: a statement then stays the same however many rows it
 * writes, so it is planned once, and no limit of 65,535 parameters is met.
 */
export function columnsOf<Row>(sql: Queryable, rows: readonly Row[]) {
  const column = (typeId: number, pick: (row: Row) => Value) =>
    sql.array(
      rows.map((row) => {
        const value = pick(row);
        return value === null ? null : String(value);
      }),
      typeId,
    );
  return {
    int4: (pick: (row: Row) => number | null) => column(typeIds.int4, pick),
    int8: (pick: (row: Row) => number | bigint | null) => column(typeIds.int8, pick),
    text: (pick: (row: Row) => string | null) => column(typeIds.text, pick),
  };
}
