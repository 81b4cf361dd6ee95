import type { ImportMapping } from "./columns.ts";
import { ImportError } from "./faults.ts";
import { type ImportKind, kindsOfImport } from "./kinds.ts";

const nameCharactersMax = 200;

/**
 * Reads a mapping from outside: `{ "headline": "Titel", "source": { "value": "Medienbeobachtung" } }`. Throws an ImportError that
 * names the column.
 */
export function readMapping(kind: ImportKind, value: unknown): ImportMapping {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ImportError("mapping_no_object");
  const columns = kindsOfImport[kind].columns.map(({ name }) => name);
  const entries = Object.entries(value).map(([name, from]) => {
    if (!columns.includes(name))
      throw new ImportError("mapping_unknown_column", { expected: columns.join(", ") });
    const given: unknown = from;
    if (isName(given)) return [name, { column: given }] as const;
    const constant = typeof given === "object" && given !== null && "value" in given ? given.value : null;
    if (isName(constant)) return [name, { value: constant }] as const;
    throw new ImportError("mapping_bad_value", { column: name });
  });
  return Object.fromEntries(entries);
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= nameCharactersMax;
}
