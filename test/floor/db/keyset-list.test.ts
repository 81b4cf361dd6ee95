import { describe, expect, test } from "bun:test";
import {
  byNumber,
  encodeCursor,
  isMomentMs,
  listPage,
  pageBytesMax,
} from "../../../service/floor/db/keyset-list.ts";
import { errorOf } from "../../support/error-of.ts";

const list = { name: "rows", ...byNumber };
/** What an item takes beside its text: `{"id":1,"text":""}`. */
const frameBytes = 18;

describe("a page of a list", () => {
  const half = pageBytesMax / 2;

  test("holds 1 MB to the byte, and not one byte more", async () => {
    expect(await page(rowsOf(half, half))).toEqual({ ids: [1, 2], next: null });
    expect(await page(rowsOf(half, half + 1))).toEqual({ ids: [1], next: 1 });
  });

  test("has its first item whatever its size, so that a reader gets on", async () => {
    expect(await page(rowsOf(pageBytesMax + 1, 100))).toEqual({ ids: [1], next: 1 });
    expect(await page(rowsOf(pageBytesMax + 1))).toEqual({ ids: [1], next: null });
  });

  test("ends at its limit, and says whether there is more", async () => {
    expect(await page(rowsOf(100, 100, 100), 2)).toEqual({ ids: [1, 2], next: 2 });
    expect(await page(rowsOf(100, 100), 2)).toEqual({ ids: [1, 2], next: null });
    expect(await page([])).toEqual({ ids: [], next: null });
  });

  test("counts what is sent: a character that JSON writes as six counts as six", async () => {
    const row = (count: number) => ({ id: 1, text: "\u0001".repeat(count) });
    const count = (pageBytesMax - 2 * frameBytes) / 12;
    expect((await page([row(Math.floor(count)), row(Math.floor(count))])).ids).toHaveLength(2);
    expect((await page([row(Math.ceil(count + 1)), row(Math.ceil(count + 1))])).ids).toHaveLength(1);
  });

  test("takes limits from 1 to 100, or to its own bound, and refuses others by name", async () => {
    const refused = { code: "validation_error", details: { fieldErrors: { limit: ["1 bis 100"] } } };
    for (const limit of [1, 100]) expect((await page([], limit)).ids).toEqual([]);
    for (const limit of [0, 101, 1.5]) expect(await errorOf(page([], limit))).toMatchObject(refused);
    const large = { ...list, limitMax: 500 };
    expect(await listPage(large, { limit: 500 }, async () => [])).toEqual({ items: [], nextCursor: null });
    expect(await errorOf(listPage(large, { limit: 501 }, async () => []))).toMatchObject({
      code: "validation_error",
    });
  });

  test("reads one row more than it shows, 20 unless the list says otherwise", async () => {
    const asked: number[] = [];
    const read = async ({ rowsMax }: { rowsMax: number }) => {
      asked.push(rowsMax);
      return [];
    };
    await listPage(list, {}, read);
    await listPage({ ...list, limitDefault: 50 }, {}, read);
    expect(asked).toEqual([21, 51]);
  });

  test("takes a cursor of its own alone", async () => {
    expect(await keyOf(encodeCursor(list, 7))).toBe(7);
    const wrong = [
      encodeCursor({ name: "others" }, 7),
      encodeCursor(list, "7"),
      encodeCursor(list, 0),
      "",
      "x",
    ];
    for (const cursor of [...wrong, "a".repeat(201)])
      expect(await errorOf(keyOf(cursor))).toMatchObject({ code: "invalid_cursor" });
  });
});

test("a moment of a cursor is one that PostgreSQL reads: of the years 1 to 9999, and whole milliseconds", () => {
  const [first, last] = [Date.parse("0001-01-01T00:00:00.000Z"), Date.parse("9999-12-31T23:59:59.999Z")];
  for (const ms of [first, -1, 0, last]) expect([ms, isMomentMs(String(ms))]).toEqual([ms, true]);
  const wrong = [first - 1, last + 1, "999999999999999", "-999999999999999", "1".repeat(400), "", "-", "1.5"];
  for (const text of [...wrong, " 1", "1e3", "0x1", "٣"])
    expect([text, isMomentMs(String(text))]).toEqual([text, false]);
});

type Row = { id: number; text: string };

/** Rows of one-digit ids whose items take `bytes` each. */
function rowsOf(...bytes: number[]): Row[] {
  return bytes.map((size, index) => ({ id: index + 1, text: "x".repeat(size - frameBytes) }));
}

async function page(rows: readonly Row[], limit = 9) {
  const { items, nextCursor } = await listPage(list, { limit }, async () => rows);
  return { ids: items.map(({ id }) => id), next: nextCursor === null ? null : await keyOf(nextCursor) };
}

/** The key that a list reads on behind. */
async function keyOf(cursor: string, from = list): Promise<number | null> {
  let key: number | null = null;
  await listPage(from, { cursor }, async ({ after }) => {
    key = after;
    return [];
  });
  return key;
}
