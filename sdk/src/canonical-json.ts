import { loneSurrogate } from "./hmac.ts";

/**
 * RFC 8785 (JSON Canonicalization Scheme) of a value that JSON can hold: names in the order of their UTF-16 code
 * units, numbers and strings as ECMAScript writes them, no spaces. A property that is `undefined` is left out, as JSON does.
 *
 * @throws {TypeError} for what has no such form: NaN, infinities, lone surrogates, functions, deeper than 64 levels.
 * @example
 * ```ts
 * canonicalJson({ b: 1e21, a: ["ß", -0] }); // '{"a":["ß",0],"b":1e+21}'
 * ```
 */
export function canonicalJson(value: unknown, depth = 0): string {
  /** Levels of nesting; a report has eight, and hostile input must not exhaust the stack. */
  const depthMax = 64;
  const inner = (item: unknown) => canonicalJson(item, depth + 1);
  if (depth > depthMax || !hasCanonicalForm(value)) throw new TypeError("The value has no canonical form.");
  if (Array.isArray(value)) return `[${Array.from(value, inner).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  // Compared by UTF-16 code units, which is what RFC 8785 (3.2.3) asks for.
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.flatMap(([name, item]) => (item === undefined ? [] : `${inner(name)}:${inner(item)}`)).join()}}`;
}

function hasCanonicalForm(value: unknown): boolean {
  if (typeof value === "string") return !loneSurrogate.test(value);
  return typeof value === "object" || typeof value === "boolean" || Number.isFinite(value);
}
