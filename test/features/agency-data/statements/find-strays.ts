/** `from client c`, `join only hit`, `insert into draft`, `update release as r`, `delete … using webhook`. */
const reference =
  /\b(?:from|join|into|update|using)\s+(?:only\s+)?(?:public\.)?([a-z_]+)\b(?:\s+(?:as\s+)?([a-z_]+))?/g;
/** `agency_id = $1`, `agency_id = any($1)`, `agency_id = ($1)::integer`. */
const bound = /\bagency_id\s*=\s*(?:any\s*\(\s*)?\(?\s*\$\d+/;
/** What is written says by its row whose it is. */
const inserted = /\binsert into\s+(?:public\.)?[a-z_]+(?:\s+as\s+\w+)?\s*\([^)]*\bagency_id\b/;
/** Without the name of its table. */
const bare = /(?<![.\w])agency_id\b/g;

/**
 * Those of `texts`, written as the server counts them with `$n` for each value, that do not name for each distributed table the agency
 * whose rows they want: a cluster would have to ask all its servers, and a row could be another agency's.
 */
export function findStrays(texts: readonly string[], distributed: ReadonlySet<string>): string[] {
  return texts
    .map((text) =>
      text
        .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    )
    .filter((text) => {
      const plain = text.toLowerCase().replaceAll('"', "");
      const named = [...plain.matchAll(reference)].filter(([, name = ""]) => distributed.has(name));
      const isBound = bound.test(plain) || (inserted.test(plain) && named.length === 1);
      return named.length > 0 && !(isBound && isNamedByEach(plain, named));
    });
}

/** By `table.agency_id` or `alias.agency_id`, or by as many bare `agency_id` as there are tables without. */
function isNamedByEach(plain: string, named: readonly RegExpExecArray[]): boolean {
  const unnamed = named.filter(([, name = "", next = ""]) => {
    const isAlias = next !== "" && new RegExp(`\\b${next}\\.`).test(plain);
    return !new RegExp(`\\b${isAlias ? next : name}\\.agency_id\\b`).test(plain);
  });
  return unnamed.length <= [...plain.matchAll(bare)].length;
}
