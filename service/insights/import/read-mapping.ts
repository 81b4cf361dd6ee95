import type { ImportMapping } from "./columns.ts";
import { ImportError } from "./import-error.ts";
import { type ImportKind, kindsOfImport } from "./kinds.ts";

const nameCharactersMax = 200;

/**
 * Reads a mapping from outside: `{ "headline": "Titel", "source": { "value": "Medienbeobachtung" } }`. Throws an ImportError that
 * names the column.
 */
export function readMapping(kind: ImportKind, value: unknown): ImportMapping {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ImportError('The mapping must be an object such as {"headline": "Titel"}.');
  const columns = kindsOfImport[kind].columns.map(({ name }) => name);
  const entries = Object.entries(value).map(([name, from]) => {
    if (!columns.includes(name))
      throw new ImportError(`The mapping names an unknown column. The columns are ${columns.join(", ")}.`);
    const given: unknown = from;
    if (isName(given)) return [name, { column: given }] as const;
    const constant = typeof given === "object" && given !== null && "value" in given ? given.value : null;
    if (isName(constant)) return [name, { value: constant }] as const;
    throw new ImportError(`The mapping of ${name} must be a column's name, or {"value": "…"} for all rows.`);
  });
  return Object.fromEntries(entries);
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= nameCharactersMax;
}
