import { queryCharactersMax } from "../../../../floor/db/word-patterns.ts";

/** What somebody searches for, from `?q=`: cut where it is too long. */
export function typedQuery(query: URLSearchParams): string {
  return [...(query.get("q") ?? "").replaceAll("\0", "")].slice(0, queryCharactersMax).join("").trim();
}
