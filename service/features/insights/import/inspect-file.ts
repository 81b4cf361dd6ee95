import { createHash } from "node:crypto";
import { ImportError } from "./faults.ts";

export type InspectedFile = {
  bytes: number;
  hash: Uint8Array;
  encoding: "utf-8" | "windows-1252";
  /** What stands between the cells of a table; `vcard` for a file of visiting cards. */
  delimiter: "," | ";" | "\t" | "vcard";
};

/** One row of a CSV file, or a card as one, and the line on which it begins, counted from 1. */
export type CsvLine = { line: number; cells: string[] };

/** A year of clippings of a large agency has about 100 MB; beyond is not a table that a person exported. */
const fileBytesMax = 512 * 1024 * 1024;
/** A heading longer than this is not a heading. */
const headingBytesMax = 16 * 1024;
/**
 * Reads a file once, in constant memory, for what has to be known before its rows can be: its hash, whether it is UTF-8
 * throughout (else Windows-1252, in which every byte is a character), and what stands between the columns of its heading.
 * Throws an ImportError for UTF-16, for a file with NUL, for an empty one and for one that is too large.
 */
export async function inspectFile(chunks: AsyncIterable<Uint8Array>): Promise<InspectedFile> {
  const hash = createHash("sha256");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isUtf8 = true;
  let bytes = 0;
  let heading = new Uint8Array(0);
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > fileBytesMax) throw new ImportError("too_large", { max: fileBytesMax });
    if (heading.byteLength === 0) heading = Uint8Array.from(chunk.subarray(0, headingBytesMax));
    refuseBinary(heading, chunk);
    hash.update(chunk);
    isUtf8 &&= isDecodable(decoder, chunk);
  }
  if (bytes === 0) throw new ImportError("empty_file");
  isUtf8 &&= isDecodable(decoder);
  const encoding = isUtf8 ? "utf-8" : "windows-1252";
  const text = new TextDecoder(encoding).decode(heading);
  return { bytes, hash: hash.digest(), encoding, delimiter: delimiterOf(text) };
}

function refuseBinary(heading: Uint8Array, chunk: Uint8Array): void {
  const isUtf16 =
    (heading[0] === 0xff && heading[1] === 0xfe) || (heading[0] === 0xfe && heading[1] === 0xff);
  if (isUtf16) throw new ImportError("utf16");
  if (chunk.includes(0)) throw new ImportError("binary");
}

function isDecodable(decoder: TextDecoder, chunk?: Uint8Array): boolean {
  try {
    if (chunk === undefined) decoder.decode();
    else decoder.decode(chunk, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The separator that stands most often in the heading, outside of quotes. */
function delimiterOf(text: string): InspectedFile["delimiter"] {
  if (/^\ufeff?\s*BEGIN:VCARD/i.test(text)) return "vcard";
  const heading = text.replace(/"[^"]*"/g, "").split(/\r\n|\n|\r/, 1)[0] ?? "";
  const count = (delimiter: string) => heading.split(delimiter).length;
  const candidates = [",", ";", "\t"] as const;
  return candidates.reduce((best, each) => (count(each) > count(best) ? each : best));
}
