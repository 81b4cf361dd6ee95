import { FormatRegistry, Kind, type TSchema, Type, TypeRegistry } from "@sinclair/typebox";
import { parseUrl } from "./floor/strings/parse-url.ts";

/** Building blocks that several features' schemas share: dates, counts, closed lists, nullable values. */

export const Count = Type.Integer({ minimum: 0 });
export const CalendarDate = Type.String({ format: "date", description: "Calendar day, `YYYY-MM-DD`." });
export const DateTime = Type.String({ format: "date-time", description: "RFC 3339 date-time in UTC." });
export const Uuid = Type.String({ format: "uuid" });
/** What a report, an export or a schedule is about. */
/** What an article is to a release. `none`: the page was read, and is about something else. */
export const matchTypes = ["full_text", "excerpt", "mention", "link", "none"] as const;
export const scopeTypes = ["article", "campaign", "portfolio"] as const;
export type ScopeType = (typeof scopeTypes)[number];
/** PostgreSQL's largest integer: a larger number is an id that never was, and no fault of the database. */
export const integerMax = 2_147_483_647;
/** A cursor holds one key of a keyset; ours take fewer than 100 characters. */
export const cursorCharactersMax = 200;
/** Rows of a page, unless a list says otherwise. */
export const listLimit = { minimum: 1, maximum: 100, default: 20 } as const;

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

/** Names under which TypeBox looks up how our own kinds are checked. */
const textKind = "Text";
const oneOfKind = "OneOf";

/**
 * Registers the formats of our schemas with TypeBox; without it every `format` is refused as unknown. Called once, by whoever
 * makes an app.
 */
export function registerFormats(): void {
  FormatRegistry.Set("uuid", (text) => uuidPattern.test(text));
  FormatRegistry.Set("date", (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isRealDate(text));
  FormatRegistry.Set("date-time", (text) => dateTimePattern.test(text) && isStorableMoment(text));
  FormatRegistry.Set("uri", (text) => parseUrl(text) !== null);
  TypeRegistry.Set<{ enum: readonly unknown[] }>(oneOfKind, (schema, value) => schema.enum.includes(value));
  TypeRegistry.Set<{ minLength: number; maxLength: number }>(textKind, (bounds, value) =>
    isStorableText(bounds, value),
  );
}

/** The id or version that a text spells; null for what can't be one. */
export function positiveIntegerIn(text: string): number | null {
  const number = Number(text);
  return /^[1-9]\d{0,9}$/.test(text) && number <= integerMax ? number : null;
}

/** Any UUID, whatever its version: an unknown one is not found, it is not malformed. */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const dateTimePattern =
  /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

function isStorableText(bounds: { minLength: number; maxLength: number }, value: unknown): boolean {
  if (typeof value !== "string" || value.includes("\0") || !value.isWellFormed()) return false;
  // A code point is one or two UTF-16 units, so most texts need no counting.
  if (value.length < bounds.minLength || value.length > bounds.maxLength * 2) return false;
  if (value.length <= bounds.maxLength && value.length / 2 > bounds.minLength - 1) return true;
  const characters = [...value].length;
  return characters >= bounds.minLength && characters <= bounds.maxLength;
}

/**
 * Refuses moments that are outside the years 1 to 9999 in UTC: PostgreSQL has no year 0, and JavaScript writes the year 10000
 * with a sign. An offset carries the last hours of either end across.
 */
function isStorableMoment(text: string): boolean {
  if (!isRealDate(text.slice(0, 10))) return false;
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** Refuses 30 February, which Date.parse takes for 2 March, and the year 0, which PostgreSQL does not have. */
export function isRealDate(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`);
  return (
    !day.startsWith("0000") && !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === day
  );
}
