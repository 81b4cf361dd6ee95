/** Levels of nesting; a report has eight, and hostile input must not exhaust the stack. */
const depthMax = 64;
const loneSurrogate = /\p{Surrogate}/u;

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
  if (depth > depthMax) throw new TypeError("The value is nested too deeply.");
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return canonicalNumber(value);
  if (typeof value === "string") return canonicalString(value);
  if (Array.isArray(value))
    return `[${Array.from(value, (item) => canonicalJson(item, depth + 1)).join(",")}]`;
  if (typeof value === "object") return canonicalObject(value, depth);
  throw new TypeError(`A ${typeof value} has no JSON form.`);
}

function canonicalObject(value: object, depth: number): string {
  // The default order of `sort` is that of UTF-16 code units, which is what RFC 8785 (3.2.3) asks for.
  const members = new Map<string, unknown>(Object.entries(value));
  const names = [...members.keys()].filter((name) => members.get(name) !== undefined).sort();
  return `{${names.map((name) => `${canonicalString(name)}:${canonicalJson(members.get(name), depth + 1)}`).join(",")}}`;
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError("A number that is not finite has no JSON form.");
  return JSON.stringify(value);
}

function canonicalString(value: string): string {
  if (loneSurrogate.test(value)) throw new TypeError("A lone surrogate has no UTF-8 form.");
  return JSON.stringify(value);
}
