/** The request's headers: a `Headers` object or anything that looks up a value by lower-case name. */
export type HeaderReader = { get(name: string): string | null | undefined } | HeaderLookup;
type HeaderLookup = (name: string) => string | null | undefined;

/** Makes one plain look-up of both forms that `HeaderReader` may have; a missing header reads as null. */
export function headerLookup(headers: HeaderReader): (name: string) => string | null {
  return typeof headers === "function"
    ? (name) => headers(name) ?? null
    : (name) => headers.get(name) ?? null;
}
