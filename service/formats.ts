import { FormatRegistry, TypeRegistry } from "@sinclair/typebox";
import { oneOfKind, textKind } from "./schema.ts";

/**
 * Tells TypeBox what the formats of our schemas mean; without it every `format` is refused as unknown.
 * Called once, by whoever makes an app.
 */
export function registerFormats(): void {
  FormatRegistry.Set("uuid", (text) => uuidPattern.test(text));
  FormatRegistry.Set("date", (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isRealDate(text));
  FormatRegistry.Set("date-time", (text) => dateTimePattern.test(text) && isStorableMoment(text));
  FormatRegistry.Set("uri", (text) => URL.canParse(text));
  TypeRegistry.Set<{ enum: readonly unknown[] }>(oneOfKind, (schema, value) => schema.enum.includes(value));
  TypeRegistry.Set<{ minLength: number; maxLength: number }>(textKind, (bounds, value) =>
    isStorableText(bounds, value),
  );
}

/** Any UUID, whatever its version: an unknown one is not found, it is not malformed. */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const dateTimePattern =
  /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

function isStorableText(bounds: { minLength: number; maxLength: number }, value: unknown): boolean {
  if (typeof value !== "string" || value.includes("\0") || !value.isWellFormed()) return false;
  // A code point is one or two UTF-16 units, so most texts are settled without counting, which takes 1 µs for 36 characters.
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
function isRealDate(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`);
  return (
    !day.startsWith("0000") && !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === day
  );
}
