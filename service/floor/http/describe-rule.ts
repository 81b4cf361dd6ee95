import { Kind, type TObject, type TSchema } from "@sinclair/typebox";
import type { FieldErrors } from "../../errors.ts";
import { cleanHint, fieldOf } from "./hints.ts";

/** Fields named in one sentence; `details` of `invalid_body` names all. */
const fieldsMax = 3;

/** "value: must be a number of at least 0.": the refused fields with their rules, out of the schema alone. */
export function hintOfFields(schema: TSchema, value: unknown, { fieldErrors }: FieldErrors): string {
  const properties = (schema as Partial<TObject>).properties ?? {};
  const given = typeof value === "object" && value !== null ? value : {};
  const parts = Object.keys(fieldErrors)
    .slice(0, fieldsMax)
    .map((field) => {
      const property = Object.hasOwn(properties, field) ? properties[field] : undefined;
      const rule = property === undefined ? "is not accepted" : `must be ${ruleOf(property)}`;
      return `${fieldOf(field)}: ${Object.hasOwn(given, field) ? "" : "is required and "}${rule}`;
    });
  return cleanHint(parts.length === 0 ? "body: must be a JSON object" : parts.join("; "));
}

/** The rule of a parameter or a field in words, such as "a whole number from 1 to 365". */
function ruleOf(schema: TSchema): string {
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(", ")}`;
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map((each: TSchema) => ruleOf(each)).join(", or ");
  if (schema.const !== undefined) return `exactly ${schema.const}`;
  if (schema.type === "integer") return `a whole number${rangeOf(schema)}`;
  if (schema.type === "number") return `a number${rangeOf(schema)}`;
  if (schema.type === "array") return arrayRule(schema);
  return schema.type === "string" ? textRule(schema) : `of type ${schema.type ?? String(schema[Kind])}`;
}

function rangeOf({ minimum, maximum }: TSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? "" : ` of at most ${maximum}`;
}

function arrayRule({ minItems, maxItems, items }: TSchema): string {
  const least = minItems === undefined ? "" : ` of at least ${minItems}`;
  const most = maxItems === undefined ? "" : ` of at most ${maxItems}`;
  return `a list${least}${most}, each ${ruleOf(items as TSchema)}`;
}

function textRule({ format, pattern, minLength, maxLength }: TSchema): string {
  if (format === "uuid") return "a UUID";
  if (format === "date-time")
    return pattern === "Z$"
      ? "an ISO 8601 date and time in UTC that ends in Z"
      : "an RFC 3339 date and time with its offset";
  if (format === "uri")
    return `an absolute URL${maxLength === undefined ? "" : ` of at most ${maxLength} characters`}`;
  if (minLength === undefined && maxLength === undefined) return "a text";
  if (minLength === maxLength) return `a text of exactly ${minLength} characters`;
  if (minLength === undefined || minLength === 0) return `a text of at most ${maxLength} characters`;
  return maxLength === undefined
    ? `a text of at least ${minLength} characters`
    : `a text of ${minLength} to ${maxLength} characters`;
}
