import type { PendingQuery, Row } from "postgres";
import type { Queryable } from "./open.ts";
import { patternsOf } from "./word-patterns.ts";

type Fragment = PendingQuery<Row[]>;

/** `and` that a text holds all words that somebody typed, in any spelling; nothing where none was. */
export function holdsWords(sql: Queryable, text: Fragment, typed: string | null | undefined): Fragment {
  return fitsAll(sql, text, patternsOf(typed ?? ""));
}

/** The same for words that `patternsOf` has read. */
export function fitsAll(sql: Queryable, text: Fragment, patterns: readonly string[]): Fragment {
  return patterns.reduce<Fragment>((all, pattern) => sql`${all} and (${text}) ~* ${pattern}`, sql``);
}
