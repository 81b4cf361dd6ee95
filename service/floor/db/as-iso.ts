import type { Queryable } from "./open.ts";

/** A moment as RFC 3339 in UTC with milliseconds; `expression` is SQL of ours, never a caller's. */
export function asIso(sql: Queryable, expression: string) {
  return sql`to_char(${sql.unsafe(expression)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
