import type { TObject, TSchema } from "@sinclair/typebox";
import { ServiceError } from "../../errors.ts";
import { uuidPattern } from "../../schema.ts";
import { hintOfFields } from "./describe-rule.ts";
import { checkOf, fieldErrorsOf } from "./field-errors.ts";

type Described = { params?: TObject; query?: TObject };

/**
 * Reads path and query parameters by their schemas: integers are plain decimal digits, nothing else. One beyond every
 * id is an integer all the same: it names nothing, which is for the verb to say.
 * A path id that should be a UUID and is none is `not_found`; all else that does not fit is `invalid_parameters`.
 */
export function readParameters(operation: Described, rawParams: Record<string, string>, url: string) {
  return {
    params: operation.params === undefined ? {} : readPath(operation.params, rawParams),
    query: operation.query === undefined ? {} : readQuery(operation.query, url),
  };
}

function readPath(schema: TObject, raw: Record<string, string>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const text = raw[name] ?? "";
    if (property.format === "uuid" && !uuidPattern.test(text)) {
      const hint = `${name}: must be the UUID of something that belongs to the agency of the key.`;
      throw new ServiceError("not_found", `The path's ${name} is no UUID.`, { hint });
    }
    values[name] = property.format === "uuid" ? text.toLowerCase() : convert(property, text);
  }
  return checked(schema, values);
}

function readQuery(schema: TObject, url: string): Record<string, unknown> {
  const at = url.indexOf("?");
  const search = new URLSearchParams(at === -1 ? "" : url.slice(at + 1));
  const values: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const [text, ...others] = search.getAll(name);
    if (others.length > 0)
      throw new ServiceError("invalid_parameters", `The query names ${name} more than once.`, {
        hint: `${name}: must stand in the query once.`,
      });
    const value = text === undefined ? property.default : convert(property, text);
    if (value !== undefined) values[name] = value;
  }
  return checked(schema, values);
}

function convert(property: TSchema, text: string): unknown {
  if (property.type !== "integer") return text;
  return /^\d{1,100}$/.test(text) ? Number(text) : text;
}

function checked(schema: TObject, values: Record<string, unknown>): Record<string, unknown> {
  if (checkOf(schema).Check(values)) return values;
  throw new ServiceError(
    "invalid_parameters",
    `Expected ${Object.keys(schema.properties).join(", ")} within their bounds.`,
    { hint: hintOfFields(schema, values, fieldErrorsOf(schema, values)) },
  );
}
