export type CsvCell = string | number;

/** UTF-8 in words of a spreadsheet: Excel takes a file without it for Latin-1. */
export const byteOrderMark = "\ufeff";

/**
 * A line by RFC 4180, with commas and CRLF. Cells are quoted also for a semicolon or a tabulator, where programs split that ask nobody,
 * what a spreadsheet would run as a formula is defused, and no number is another one in German.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => quoted(typeof cell === "number" ? plainNumber(cell) : formulaSafe(cell))).join(",")}\r\n`;
}

/**
 * A spreadsheet set to German reads 0.873 as 873 and 1265.625 as 1265625, because the point stands before thousands there, and 12.3 as the
 * 12th of March. With five digits behind the point it is neither, and still the same number for everybody else.
 */
function plainNumber(value: number): string {
  const text = String(value);
  const [, whole, fraction] = /^(-?\d+)\.(\d{1,4})$/.exec(text) ?? [];
  return fraction === undefined ? text : `${whole}.${fraction.padEnd(5, "0")}`;
}

/**
 * Spreadsheets run cells that begin so as formulas (OWASP, CSV injection); an apostrophe makes them text. A German Excel splits this
 * file at `;` and takes no notice of quotes inside a line, so that each part of a cell may become a cell: all of them are defused.
 * Numbers such as -4.2 stay as they are.
 */
export function formulaSafe(cell: CsvCell): CsvCell {
  if (typeof cell !== "string" || isNumber.test(cell)) return cell;
  const defused = cell.replace(beginsPart, (run, sign: string) =>
    splits.test(run) ? `${run.slice(0, -sign.length)}'${sign}` : run,
  );
  return beginsFormula.test(cell) ? `'${defused}` : defused;
}

/** A cell of such a file as it was, without the apostrophes that `formulaSafe` put before signs. */
export function withoutDefusing(text: string): string {
  return text.replace(defusedPart, "$1");
}

/** Full-width signs count in spreadsheets of East Asian locales, and some programs drop blanks and invisible characters first. */
const beginsFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹢﹣﹦﹫]|^[\t\r\n]/u;
/** A whole run of what stands between two parts and the sign after it: matched in one pass, however long the run is. */
const beginsPart = /(?<![\s\p{Cc}\p{Cf};"])[\s\p{Cc}\p{Cf};"]+([=+\-@＝＋－＠﹢﹣﹦﹫])/gu;
/** Where `formulaSafe` puts an apostrophe: before a cell, and before a sign behind what splits it. */
const defusedPart =
  /(^|[;\t\n\v\f\r\u0085\u2028\u2029][\s\p{Cc}\p{Cf};"]{0,20})'(?=[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹢﹣﹦﹫])/gu;
const splits = /[;\t\n\v\f\r\u0085\u2028\u2029]/;
/** One way to read a run of digits: with two, one of 64,000 and a letter behind it took 1.7 s. */
const isNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const needsQuotes = /[",;|\t\r\n]/;

function quoted(cell: CsvCell): string {
  const text = String(cell);
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
