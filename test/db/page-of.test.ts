import { describe, expect, test } from "bun:test";
import { decodeCursor } from "../../service/db/cursor.ts";
import { pageBytesMax, pageOf } from "../../service/db/page-of.ts";

type Row = { id: number; text: string };
/** What an item takes beside its text: `{"id":1,"text":""}`. */
const frameBytes = 18;

/** Rows of one-digit ids whose items take `bytes` each. */
function rowsOf(...bytes: number[]): Row[] {
  return bytes.map((size, index) => ({ id: index + 1, text: "x".repeat(size - frameBytes) }));
}

function page(rows: readonly Row[], limit = 9) {
  const { items, nextCursor } = pageOf(rows, {
    list: "rows",
    limit,
    toItem: (row) => row,
    idOf: ({ id }) => id,
  });
  const isId = (value: unknown): value is number => typeof value === "number";
  return {
    ids: items.map(({ id }) => id),
    next: nextCursor === null ? null : decodeCursor("rows", nextCursor, isId),
  };
}

describe("a page of a list", () => {
  const half = pageBytesMax / 2;

  test("holds 1 MB to the byte, and not one byte more", () => {
    expect(page(rowsOf(half, half))).toEqual({ ids: [1, 2], next: null });
    expect(page(rowsOf(half, half + 1))).toEqual({ ids: [1], next: 1 });
  });

  test("has its first item whatever its size, so that a reader gets on", () => {
    expect(page(rowsOf(pageBytesMax + 1, 100))).toEqual({ ids: [1], next: 1 });
    expect(page(rowsOf(pageBytesMax + 1))).toEqual({ ids: [1], next: null });
  });

  test("ends at its limit, and says whether there is more", () => {
    expect(page(rowsOf(100, 100, 100), 2)).toEqual({ ids: [1, 2], next: 2 });
    expect(page(rowsOf(100, 100), 2)).toEqual({ ids: [1, 2], next: null });
    expect(page([])).toEqual({ ids: [], next: null });
  });

  test("counts what is sent: a character that JSON writes as six counts as six", () => {
    const row = (count: number) => ({ id: 1, text: "\u0001".repeat(count) });
    const count = (pageBytesMax - 2 * frameBytes) / 12;
    expect(page([row(Math.floor(count)), row(Math.floor(count))]).ids).toHaveLength(2);
    expect(page([row(Math.ceil(count + 1)), row(Math.ceil(count + 1))]).ids).toHaveLength(1);
  });
});
