import type { PendingQuery, Row } from "postgres";
import type { Queryable } from "./open.ts";

/**
 * What names and titles are sorted by: letters of ASCII, compared as bytes. A language's own order takes four times as long for 10,000
 * titles, and each database has another one: with that of bytes "Ärztekammer" stood behind "Zoo".
 */
export function byLetters(sql: Queryable, text: PendingQuery<Row[]>) {
  return sql`translate(lower(${text} collate "C"), 'ÄÖÜäöüß', 'aouaous')`;
}
