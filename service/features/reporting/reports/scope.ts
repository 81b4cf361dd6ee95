import { positiveIntegerIn, type ScopeType, uuidPattern } from "../../../schema.ts";

/** What a report is about: its id is a release's number in digits, or a UUID in lower case. */
export type Scope = { type: ScopeType; id: string };

/** The one spelling of a scope's id (`007` is `7`), or null where it can't be the id of such a scope. */
export function normalizeScopeId(type: ScopeType | "client", id: string | number): string | null {
  const text = String(id);
  if (type !== "article" && type !== "client") return uuidPattern.test(text) ? text.toLowerCase() : null;
  return positiveIntegerIn(text.replace(/^0+/, ""))?.toString() ?? null;
}
