/**
 * Opens our CSV files in LibreOffice as a spreadsheet set to German does, which splits at `;`: `bun run test:field`. Apart from the
 * suite, because the program has 300 MB.
 */
import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderCsv } from "../../service/features/reporting/exports/render-csv.ts";
import { byteOrderMark, csvLine } from "../../service/floor/web/csv-line.ts";
import { childEnvironment } from "../support/environment.ts";
import { sampleReport } from "../support/sample-report.ts";

/** The first start makes a profile: some seconds, and many on a busy machine. */
const timeoutMs = 240_000;
const separators = { semicolon: 59, comma: 44, tabulator: 9 };

const language = { german: 1031, english: 1033 };
/**
 * UTF-8 (76), which the window proposes for a file with our mark; numbers and dates found by themselves, formulas run: a person may choose
 * it too.
 */
const splitAt = (separator: number, spoken = language.german) =>
  `Text - txt - csv (StarCalc):${separator},34,76,1,,${spoken},false,true,false,false,false,-1,true`;
/** What the window proposes at first: all three separators, UTF-8 for our mark, the language of the program, no special numbers. */
const proposed = "Text - txt - csv (StarCalc):9/44/59,34,76,1,,0,false,false,false,false,false,-1,true";

/** The program's own settings are German: they count where no filter names a language. */
const germanSettings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/L10N"><prop
oor:name="ooSetupSystemLocale" oor:op="fuse"><value>de-DE</value></prop></item></oor:items>`;

/** Formulas that LibreOffice found. */
function formulasIn(csv: string | Uint8Array, separator: number): string[] {
  const sheet = openSheet(csv, splitAt(separator));
  return [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula]) => formula ?? "");
}

/** A file as LibreOffice understands it, as flat XML; without a filter as it opens one whose name is all it is told. */
function openSheet(csv: string | Uint8Array, filter: string | null): string {
  const folder = mkdtempSync(join(tmpdir(), "prs-sheet-"));
  try {
    writeFileSync(join(folder, "file.csv"), csv);
    mkdirSync(join(folder, "profile", "user"), { recursive: true });
    writeFileSync(join(folder, "profile", "user", "registrymodifications.xcu"), germanSettings);
    execFileSync(
      "soffice",
      [
        `-env:UserInstallation=file://${folder}/profile`,
        ...["--headless", "--convert-to", "fods", ...(filter === null ? [] : [`--infilter=${filter}`])],
        ...["--outdir", folder, join(folder, "file.csv")],
      ],
      { stdio: "ignore", timeout: timeoutMs, env: childEnvironment({ HOME: folder, LANG: "C.UTF-8" }) },
    );
    return readFileSync(join(folder, "file.fods"), "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rows of a sheet; each cell as its type and its value or text. */
function rowsOf(sheet: string): string[][] {
  return [...sheet.matchAll(/<table:table-row.*?<\/table:table-row>/gs)].map(([row]) =>
    [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].map(
      ([, attributes = "", content = ""]) => {
        const [, type = "empty"] = /office:value-type="(\w+)"/.exec(attributes) ?? [];
        const [, value] = /office:(?:date-)?value="([^"]*)"/.exec(attributes) ?? [];
        return `${type} ${value ?? content.replace(/<[^>]+>|^\s+|\s+$/g, "").trim()}`;
      },
    ),
  );
}

const attacks = [
  "x;=1+1",
  "x; =1+1",
  'x;"=1+1',
  "x\t=1+1",
  "x\n=1+1",
  "x\r\n=1+1",
  "=1+1",
  ";=1+1;=2+2",
  "x;+1+1",
  "x;@SUM(A1)",
];

test(
  "the attack works where cells are only quoted: this test can fail",
  () => {
    const quotedOnly = attacks.map((cell) => `utm,"${cell.replaceAll('"', '""')}",1\r\n`).join("");
    expect(formulasIn(quotedOnly, separators.semicolon).length).toBeGreaterThanOrEqual(3);
  },
  timeoutMs,
);

test.each(Object.entries(separators))(
  "no cell of ours is a formula for a spreadsheet that splits at a %s",
  (_name, separator) => {
    // In the middle of a line as in reports, and at its begin as in the list of subscribers.
    const lines = attacks.map((cell) => csvLine(["utm", cell, 1]) + csvLine([cell, "utm"])).join("");
    expect(formulasIn(lines, separator)).toEqual([]);
  },
  timeoutMs,
);

test(
  "nor is one of a report whose title is an attack",
  async () => {
    const parts: Uint8Array[] = [];
    for (const part of renderCsv(sampleReport({ title: attacks.join(" ") }), "https://pr.example/pruefen"))
      parts.push(part);
    expect(formulasIn(Buffer.concat(parts), separators.semicolon)).toEqual([]);
  },
  timeoutMs,
);

const cells = ["Größe & Übermut", 8522, 0.873, 12.3, -4.25, 1265.625, "2026-10-22", "x;y"];
const [words, count, day, part] = [
  "string Größe &amp; Übermut",
  "float 8522",
  "date 2026-10-22",
  "string x;y",
];
/** A fraction is text where the point stands before thousands: better no number than another one. */
const asTexts = ["string 0.87300", "string 12.30000", "string -4.25000", "string 1265.62500"];

test.each([
  ["in English", language.english, ["float 0.873", "float 12.3", "float -4.25", "float 1265.625"]],
  ["in German", language.german, asTexts],
])(
  "umlauts, numbers and days are what they were where a file is opened %s",
  (_how, spoken, fractions) => {
    const csv = byteOrderMark + csvLine(["größe"]) + csvLine(cells);
    const [heading, row] = rowsOf(openSheet(csv, splitAt(separators.comma, spoken)));
    expect(heading?.[0]).toBe("string größe");
    expect(row?.slice(0, cells.length)).toEqual([words, count, ...fractions, day, part]);
  },
  timeoutMs,
);

const inWindows1252 = (utf8: string) => new TextDecoder("windows-1252").decode(Buffer.from(utf8));

test.each([
  ["with what its window proposes", proposed, (text: string) => text],
  // Without a window LibreOffice asks nobody, and takes commas and Windows-1252, whatever a file says at its start.
  ["where no window asks", null, inWindows1252],
])(
  "a double click in German shows columns, days and numbers as they were, %s",
  (_how, filter, readAs) => {
    const csv = byteOrderMark + csvLine(["größe"]) + csvLine([...cells, "x;=1+1"]);
    const sheet = openSheet(csv, filter);
    const [heading, row] = rowsOf(sheet);
    expect(heading?.[0]).toBe(`string ${readAs(`${filter === null ? byteOrderMark : ""}größe`)}`);
    expect(row).toEqual([readAs(words), count, ...asTexts, day, part, "string x;&apos;=1+1"]);
    expect(sheet).not.toContain("table:formula");
  },
  timeoutMs,
);
