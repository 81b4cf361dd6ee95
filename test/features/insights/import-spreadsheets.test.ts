import { describe, expect, test } from "bun:test";
import { mapColumns } from "../../../service/features/insights/import/columns.ts";
import { inspectFile } from "../../../service/features/insights/import/inspect-file.ts";
import { readImportRows } from "../../../service/features/insights/import/read-import-rows.ts";
import { readRows } from "../../../service/features/insights/import/read-rows.ts";
import { errorOf } from "../../support/error-of.ts";

/** Files as spreadsheets and clipping services write them. */

const heading = ["Medium", "Titel", "Datum"];
const row = ["Kurier", "Werk, neu", "3.5.2026"];

describe("the heading is found below", () => {
  test.each([
    ["nothing", "Medium;Titel;Datum\r\nKurier;Werk, neu;3.5.2026\r\n", 1],
    [
      "the line by which Excel is told the separator",
      "sep=;\r\nMedium;Titel;Datum\r\nKurier;Werk, neu;3.5.2026\r\n",
      2,
    ],
    ["the same in quotes", '"sep=;"\r\nMedium;Titel;Datum\r\nKurier;Werk, neu;3.5.2026\r\n', 2],
    ["empty lines", "\r\n\r\nMedium;Titel;Datum\r\nKurier;Werk, neu;3.5.2026\r\n", 3],
    ["empty cells", ";;\r\nMedium;Titel;Datum\r\nKurier;Werk, neu;3.5.2026\r\n", 2],
    ["a title", "Medienspiegel Mai 2026\r\nMedium;Titel;Datum\r\nKurier;Werk, neu;3.5.2026\r\n", 2],
    [
      "a title from merged cells, and a second one",
      "Medienspiegel;;\r\nMüller & Co.;;\r\n;;\r\nMedium;Titel;Datum\r\nKurier;Werk, neu;3.5.2026\r\n",
      4,
    ],
  ])("%s", async (_name, text, line) => {
    expect(await rowsOf(text)).toEqual([
      { line, cells: heading },
      { line: line + 1, cells: row },
    ]);
  });

  test("a title with a comma tells nothing of what stands between cells", async () => {
    const text = "Medienspiegel für Müller, Maier\r\n\r\nMedium;Titel;Datum\r\nKurier;Werk, neu;3.5.2026\r\n";
    expect((await rowsOf(text)).at(-1)).toEqual({ line: 4, cells: row });
  });

  test.each([
    ["one column", "Titel\nWerk\nHafen\n", [["Titel"], ["Werk"], ["Hafen"]]],
    [
      "two columns",
      "Titel;Notiz\na;b, c, d, e\n",
      [
        ["Titel", "Notiz"],
        ["a", "b, c, d, e"],
      ],
    ],
    ["a row that has too many cells", "Titel\nWerk\na;b\n", [["Titel"], ["Werk"], ["a;b"]]],
    [
      "rows with one cell filled",
      "A;B;C\n;;1\n;;2\n",
      [
        ["A", "B", "C"],
        ["", "", "1"],
        ["", "", "2"],
      ],
    ],
  ])("of a file of %s nothing is passed over", async (_name, text, cells) => {
    expect((await rowsOf(text)).map((each) => each.cells)).toEqual(cells);
  });
});

describe("encodings", () => {
  test("half a character in a file of UTF-8 is told by its line, and does not turn all umlauts into others", async () => {
    const bytes = Buffer.concat([
      Buffer.from("\ufeffMedium;Titel\nSüddeutsche;Größe\nKurier;Grö"),
      Buffer.from([0xc3]),
      Buffer.from("\nMünchner;Maß\n"),
    ]);
    expect(await errorOf(inspect(bytes))).toMatchObject({
      fault: { code: "broken_utf8", values: { line: 3 } },
    });
    const late = Buffer.concat([Buffer.from("Größe;Titel\n".repeat(20_000)), Buffer.from([0xc3, 0x0a])]);
    const pieces = [late.subarray(0, 100_001), late.subarray(100_001)];
    expect(await errorOf(inspect(...pieces))).toMatchObject({ fault: { values: { line: 20_001 } } });
  });

  test("umlauts of Windows-1252 are no broken UTF-8, whatever stands beside them", async () => {
    for (const text of ["Größe;SÃO PAULO\n", "Ã", "Süd\nÄ¤", "Müller;Größe\nMÃ¼ller\n"])
      expect((await inspect(Buffer.from(text, "latin1"))).encoding).toBe("windows-1252");
  });

  test.each([
    "<html><body><table><tr><td>Medium</td></tr></table>",
    '\ufeff<?xml version="1.0"?><Workbook/>',
  ])("a page or a document that only its name calls a table is refused (%s)", async (text) => {
    expect(await errorOf(inspect(Buffer.from(text)))).toMatchObject({ fault: { code: "markup" } });
  });
});

describe("Excel leaves out what separates empty cells at the end of rows", () => {
  const contacts = "E-Mail;Medium;Land;Quelle;Rechtsgrundlage;Notiz;Kunden";

  test("such a row is read like one with empty cells", async () => {
    const short = "a@blatt.example;Blatt;DE;Impressum;Wunsch";
    const rows = await read(`${contacts}\r\n${short}\r\n${short};ruft an\r\n${short};;\r\n`);
    expect(rows.map(({ problems }) => problems)).toEqual([[], [], []]);
    expect(rows.map(({ row: { contact } }) => contact?.notes)).toEqual([null, "ruft an", null]);
  });

  test("a row without a cell that is needed, and one at which the file ends, is refused", async () => {
    const codes = async (text: string) =>
      (await read(text)).map(({ problems }) => problems.map(({ code, column }) => column ?? code));
    expect(await codes(`${contacts}\r\na@blatt.example;Blatt;DE\r\n`)).toEqual([["wrong_number_of_cells"]]);
    expect(await codes(`${contacts}\r\na@blatt.example;Blatt;Atlantis;Impressum;Wunsch\r\n`)).toEqual([
      ["country"],
    ]);
    expect(await codes(`${contacts}\r\na@blatt.example;Blatt;DE;Impressum;Wunsch;ruft a`)).toEqual([
      ["wrong_number_of_cells"],
    ]);
  });
});

test("a column is found by the beginning of its long name, which is what a page shows, and no two are taken for one", () => {
  const long = `Reichweite (Nettokontakte je Ausgabe, Quelle: ${"Media-Analyse und IVW, ".repeat(5)})`;
  const named = (...heading: string[]) =>
    mapColumns(heading, [{ name: "reach", aliases: [] }], {
      reach: { column: long.slice(0, 120) },
    }).positions.get("reach");
  expect(named("Medium", long)).toBe(1);
  expect(() => named(`${long} A`, `${long} B`)).toThrow("the mapped column");
});

async function inspect(...pieces: Uint8Array[]) {
  return await inspectFile(chunksOf(...pieces));
}

async function rowsOf(text: string) {
  const bytes = Buffer.from(text);
  return await Array.fromAsync(readRows(chunksOf(bytes), await inspect(bytes)));
}

async function read(text: string) {
  const bytes = Buffer.from(text);
  const findRelease = () => ({ problem: "unknown_release" }) as const;
  const names = { clients: new Map(), lists: new Map() };
  const pass = {
    kind: "media-contacts",
    mapping: undefined,
    chunks: chunksOf(bytes),
    file: await inspect(bytes),
  } as const;
  return await Array.fromAsync(readImportRows({ ...pass, findRelease, names }));
}

async function* chunksOf(...pieces: Uint8Array[]) {
  yield* pieces;
}
