import type { PendingQuery, Row } from "postgres";
import type { Queryable } from "./open.ts";
import { patternsOf } from "./word-patterns.ts";

/** `and` that a text holds all words that somebody typed, in any spelling; nothing where none was. */
export function holdsWords(sql: Queryable, text: PendingQuery<Row[]>, typed: string | null | undefined) {
  return patternsOf(typed ?? "").reduce((all, pattern) => sql`${all} and (${text}) ~* ${pattern}`, sql``);
}
