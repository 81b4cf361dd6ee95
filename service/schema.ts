import { Kind, type TSchema, Type } from "@sinclair/typebox";

/** Building blocks that several features' schemas share: dates, counts, closed lists, nullable values. */

export const Count = Type.Integer({ minimum: 0 });
export const CalendarDate = Type.String({ format: "date", description: "Calendar day, `YYYY-MM-DD`." });
export const DateTime = Type.String({ format: "date-time", description: "RFC 3339 date-time in UTC." });
export const Uuid = Type.String({ format: "uuid" });

/** A closed list of strings as `{ type: "string", enum: [...] }`, which OpenAPI and MCP clients both read. */
export function OneOf<const T extends readonly string[]>(values: T, description?: string) {
  return Type.Unsafe<T[number]>({
    [Kind]: oneOfKind,
    type: "string",
    enum: [...values],
    ...(description === undefined ? {} : { description }),
  });
}

/** `T` or null, as JSON Schema 2020-12 (and so OpenAPI 3.1) says it. */
export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/**
 * Text that PostgreSQL can store, of `minimum` to `maximum` Unicode code points. NUL and lone surrogates are refused.
 * A kind of its own, because TypeBox counts UTF-16 units: 100 emoji would be 200 characters.
 */
export function Text(
  minimum: number,
  maximum: number,
  options: { description?: string; examples?: string[] } = {},
) {
  return Type.Unsafe<string>({
    ...options,
    [Kind]: textKind,
    type: "string",
    minLength: minimum,
    maxLength: maximum,
  });
}

/** Names under which TypeBox looks up how our own kinds are checked; see formats.ts. */
export const textKind = "Text";
export const oneOfKind = "OneOf";
