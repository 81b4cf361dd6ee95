import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { format } from "fast-csv";
import type { PublicationReport } from "../reports/schema.ts";
import { type CsvCell, type CsvRow, csvColumns } from "./csv-columns.ts";
import { csvRows } from "./csv-rows.ts";

/** Bytes collected before they are handed on: one write a row would cost more than making the row. */
const chunkBytes = 65_536;

/**
 * The figures of a report as CSV in chunks of about 64 KB: UTF-8 with byte order mark (Excel takes it for Latin-1
 * without), RFC 4180 with commas and CRLF, a head line. Held in memory are the rows on their way, never the file.
 */
export async function* renderCsv(report: PublicationReport, verifyUrl: string): AsyncGenerator<Uint8Array> {
  const lines = format<CsvRow, CsvRow>({
    headers: [...csvColumns],
    alwaysWriteHeaders: true,
    rowDelimiter: "\r\n",
    includeEndRowDelimiter: true,
    writeBOM: true,
  });
  const writing = pipeline(Readable.from(safeRows(report, verifyUrl)), lines);
  // The reader below meets the same failure first; without this line it would also count as unhandled.
  writing.catch(() => undefined);
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const line of lines) {
    chunks.push(line);
    bytes += line.length;
    if (bytes >= chunkBytes) {
      yield Buffer.concat(chunks);
      chunks = [];
      bytes = 0;
    }
  }
  await writing;
  if (bytes > 0) {
    yield Buffer.concat(chunks);
  }
}

function* safeRows(report: PublicationReport, verifyUrl: string): Generator<CsvCell[]> {
  for (const row of csvRows(report, verifyUrl)) {
    yield row.map(formulaSafe);
  }
}

/**
 * Spreadsheets run cells that begin so as formulas (OWASP, CSV injection); an apostrophe makes them text.
 * Numbers such as -4.2 stay as they are.
 */
export function formulaSafe(cell: CsvCell): CsvCell {
  return typeof cell === "string" && beginsFormula.test(cell) && !isNumber.test(cell) ? `'${cell}` : cell;
}

/** Full-width signs count in spreadsheets of East Asian locales, and some programs drop blanks and invisible characters first. */
const beginsFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹢﹣﹦﹫]|^[\t\r\n]/u;

const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
