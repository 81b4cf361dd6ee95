import { describe, expect, test } from "bun:test";
import { readRows } from "../../../service/features/insights/import/read-rows.ts";
import { thrownBy } from "../../support/error-of.ts";

const rowCharactersMax = 128 * 1024;
/** Read at once: how far past its bound a row may be before it is seen. */
const pieceBytes = 32 * 1024;

async function rowsOf(text: string, delimiter: ";" | "vcard" = ";"): Promise<string[][]> {
  async function* whole() {
    yield new TextEncoder().encode(text);
  }
  const rows = await Array.fromAsync(readRows(whole(), { encoding: "utf-8", delimiter }));
  return rows.map(({ cells }) => cells);
}

describe("a row of a table", () => {
  const heading = "Meldung;Medium\n";

  test("may have 131,072 characters", async () => {
    const long = `1;${"a".repeat(rowCharactersMax - 2)}`;
    expect((await rowsOf(`${heading}${long}\n2;b\n`)).map((cells) => cells.join(";").length)).toEqual([
      heading.length - 1,
      long.length,
      3,
    ]);
  });

  test("is refused by its line where it has more, and so is what follows a quote that is not closed", async () => {
    for (const begin of ["1;", '1;"'])
      expect(
        await thrownBy(rowsOf(`${heading}0;a\n${begin}${"a".repeat(rowCharactersMax + 2 * pieceBytes)}\n`)),
      ).toThrow("Line 3: the row has more than 131072 characters");
  });

  test("is held to its own length alone, however slowly rows are taken: 2 MB of short ones", async () => {
    async function* whole() {
      yield new TextEncoder().encode(heading + "1;Weser-Kurier\n".repeat(140_000));
    }
    let taken = 0;
    for await (const _ of readRows(whole(), { encoding: "utf-8", delimiter: ";" }))
      if (++taken % 1_000 === 0) await Bun.sleep(1);
    expect(taken).toBe(140_001);
  });

  test.each([
    ["cells", ";"],
    ["quoted cells", '"";'],
    ["blanks", " "],
  ])("lets others have their turn, whatever its %s", async (_, part) => {
    const row = `1;${part.repeat(Math.floor((rowCharactersMax - 2) / part.length))}b\n`;
    let turns = 0;
    let isDone = false;
    const takeTurns = () => {
      turns += 1;
      if (!isDone) setImmediate(takeTurns);
    };
    setImmediate(takeTurns);
    expect(await rowsOf(heading + row.repeat(4))).toHaveLength(5);
    isDone = true;
    expect(turns).toBeGreaterThan((4 * rowCharactersMax) / pieceBytes);
  });
});

test("a card's picture is passed over, and a line of half a megabyte without a colon is none of its properties", async () => {
  const card = `BEGIN:VCARD\nFN:Anna Berg\nPHOTO:${"a".repeat(500_000)}\nEMAIL;TYPE="x:y":anna@blatt.example\nEND:VCARD\n`;
  const [, read, ...rest] = await rowsOf(`${card}${"a".repeat(500_000)}`, "vcard");
  expect(read).toEqual(expect.arrayContaining(["anna@blatt.example"]));
  expect(rest).toEqual([]);
});
