import { byteOrderMark, csvLine } from "../../../floor/web/csv-line.ts";
import type { PublicationReport } from "../reports/schema.ts";
import { csvColumns } from "./csv-columns.ts";
import { csvRows } from "./csv-rows.ts";

/** Characters collected before they are handed on: one write a row would cost more than making the row. */
const chunkLength = 65_536;

/** The figures of a report as CSV in chunks of about 64 KB, with a head line. Held in memory is a chunk, never the file. */
export function* renderCsv(report: PublicationReport, verifyUrl: string): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let chunk = byteOrderMark + csvLine(csvColumns);
  // The files of older reports keep their bytes.
  const isOld = report.presentation?.layout === undefined;
  for (const row of csvRows(report, verifyUrl)) {
    chunk += csvLine(isOld ? row.map(String) : row);
    if (chunk.length < chunkLength) continue;
    yield encoder.encode(chunk);
    chunk = "";
  }
  if (chunk !== "") yield encoder.encode(chunk);
}
