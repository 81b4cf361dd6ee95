/** `from client`, `join only hit`, `insert into draft`, `update release`, `delete … using webhook`. */
const reference = /\b(?:from|join|into|update|using)\s+(?:only\s+)?(?:public\.)?([a-z_]+)\b/g;
/** `agency_id = $1`, `agency_id = any($1)`, `agency_id = ($1)::integer`. */
const bound = /\bagency_id\s*=\s*(?:any\s*\(\s*)?\(?\s*\$\d+/;
/** What is written says by its row whose it is. */
const inserted = /\binsert into\s+(?:public\.)?[a-z_]+(?:\s+as\s+\w+)?\s*\([^)]*\bagency_id\b/;

/**
 * Those of `texts`, written as the server counts them with `$n` for each value, that name a distributed table and not the
 * agency whose rows they want: a cluster would have to ask all its servers.
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
      const names = [...plain.matchAll(reference)].map(([, name = ""]) => name);
      return names.some((name) => distributed.has(name)) && !bound.test(plain) && !inserted.test(plain);
    });
}
