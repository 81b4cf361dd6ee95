import { queryCharactersMax } from "../../../../floor/db/word-patterns.ts";
import { firstCharacters } from "../../../../floor/strings/first-characters.ts";

/** What somebody searches for, from `?q=`: cut where it is too long. */
export function typedQuery(query: URLSearchParams): string {
  return firstCharacters((query.get("q") ?? "").replaceAll("\0", ""), queryCharactersMax).trim();
}
