import fc from "fast-check";
import { confusedValue, hostileText } from "./hostile-text.ts";
import { type JsonSchema, resolveSchema } from "./openapi-operations.ts";

/** Where a schema sets no upper bound: the largest id that the database takes. */
const integerMax = 2_147_483_647;
/** A text without an upper bound is drawn up to this many characters: long enough for a tool's input. */
const textCharactersMax = 300;

/** Values that a schema takes, its bounds among them. */
export function validValue(given: JsonSchema): fc.Arbitrary<unknown> {
  const schema = resolveSchema(given);
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const union = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(union)) return fc.oneof(...union.map((member: JsonSchema) => validValue(member)));
  if (schema.type === "object") return validObject(schema);
  if (schema.type === "array") {
    const items = (schema.items ?? {}) as JsonSchema;
    return fc.array(validValue(items), { minLength: numberOf(schema.minItems, 0), maxLength: 12 });
  }
  if (schema.type === "string") return validText(schema);
  if (schema.type === "boolean") return fc.boolean();
  const min = numberOf(schema.minimum, 0);
  const max = numberOf(schema.maximum, integerMax);
  const edges = fc.constantFrom(min, max);
  if (schema.type === "integer") return fc.oneof(edges, fc.integer({ min, max }));
  if (schema.type === "number") return fc.oneof(edges, fc.double({ min, max, noNaN: true }));
  return fc.jsonValue({ maxDepth: 2 });
}

/** Values that a schema refuses or should: one past each bound, another type, hostile text, a wrong field. */
export function wrongValue(given: JsonSchema): fc.Arbitrary<unknown> {
  const schema = resolveSchema(given);
  const wrong: fc.Arbitrary<unknown>[] = [confusedValue()];
  if (schema.type === "object") wrong.push(wrongObject(schema), wrongObject(schema), wrongObject(schema));
  if (schema.type === "string") {
    wrong.push(hostileText());
    for (const length of [numberOf(schema.minLength, 1) - 1, numberOf(schema.maxLength, 500) + 1])
      if (length >= 0) wrong.push(fc.constantFrom("x".repeat(length), "😀".repeat(length)));
  }
  if (schema.type === "integer" || schema.type === "number") {
    const past = [numberOf(schema.minimum, 0) - 1, numberOf(schema.maximum, integerMax) + 1];
    wrong.push(fc.constantFrom<unknown>(...past, ...past.map(String), 0.5, 1e21, -1e-7, "1", " 1", "１"));
  }
  if (schema.type === "array") {
    const items = (schema.items ?? {}) as JsonSchema;
    wrong.push(
      fc.array(wrongValue(items), { maxLength: 4 }),
      fc.constant(Array.from({ length: 5000 }, () => 0)),
    );
  }
  return fc.oneof(...wrong);
}

function validObject(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const required = requiredOf(schema);
  const fields = Object.fromEntries(
    Object.entries(propertiesOf(schema)).map(([name, property]) => [name, validValue(property)]),
  );
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

/** A right object with some of its fields replaced, left out or added: most faults hide behind the first check. */
function wrongObject(schema: JsonSchema): fc.Arbitrary<unknown> {
  const changes = Object.entries(propertiesOf(schema)).map(([name, property]) =>
    wrongValue(property).map((value) => ({ [name]: value })),
  );
  const left = requiredOf(schema).map((name) => fc.constant({ [name]: undefined }));
  const added = fc
    .tuple(fc.oneof(hostileText(), fc.constantFrom("__proto__", "constructor", "agencyId")), confusedValue())
    .map(([name, value]) => ({ [name]: value }));
  return fc
    .tuple(
      validObject(schema),
      fc.array(fc.oneof(...changes, ...left, added), { minLength: 1, maxLength: 2 }),
    )
    .map(([object, changed]) => Object.assign({}, object, ...changed));
}

function validText(schema: JsonSchema): fc.Arbitrary<string> {
  const minLength = numberOf(schema.minLength, 0);
  const maxLength = numberOf(schema.maxLength, Math.max(minLength, textCharactersMax));
  if (schema.format === "uuid") return fc.uuid();
  if (schema.format === "date-time") return fc.constantFrom("{now}", "{hourAgo}", "2026-02-29T00:00:00Z");
  if (schema.format === "uri") return fc.webPath().map((path) => `https://127.0.0.1:9${path}`);
  const edges = fc.constantFrom("x".repeat(minLength), "😀".repeat(Math.min(maxLength, 20_000)));
  const words = fc
    .array(fc.lorem({ maxCount: 12, mode: "words" }), { minLength: 1, maxLength: 12 })
    .map((sentences) => sentences.join(". ").slice(0, maxLength).padEnd(minLength, " äöü"));
  return fc.oneof(
    edges,
    words,
    fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 200) }),
  );
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>;
}

function requiredOf(schema: JsonSchema): string[] {
  return (schema.required ?? []) as string[];
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
