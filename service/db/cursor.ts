import { ServiceError } from "../errors.ts";
import { cursorCharactersMax } from "../schema.ts";

/** Makes the opaque cursor of a list whose keyset is one id. Its inside is ours to change: callers only hand it back. */
export function encodeCursor(list: string, id: string | number): string {
  return Buffer.from(JSON.stringify([list, id])).toString("base64url");
}

/** Reads the id out of a cursor of this very list. Throws `invalid_cursor` for any other text. */
export function decodeCursor<T>(list: string, cursor: string, isId: (value: unknown) => value is T): T {
  const [foundList, id] = parsed(cursor);
  if (foundList === list && isId(id)) return id;
  throw new ServiceError(
    "invalid_cursor",
    "The cursor is not one of this list. Start again without a cursor.",
  );
}

function parsed(cursor: string): unknown[] {
  if (cursor.length > cursorCharactersMax) return [];
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
