import { createHash } from "node:crypto";
import { ImportError } from "./faults.ts";
import { type Delimiter, delimiterOf } from "./find-heading.ts";
import { inPieces } from "./in-pieces.ts";

export type InspectedFile = {
  bytes: number;
  hash: Uint8Array;
  encoding: "utf-8" | "windows-1252";
  delimiter: Delimiter;
  /** Whether its last line is a whole one. */
  endsInBreak: boolean;
};

/** One row of a CSV file, or a card as one, and the line on which it begins, counted from 1. */
export type CsvLine = { line: number; cells: string[] };

/** A year of clippings of a large agency has about 100 MB; beyond is not a table that a person exported. */
const fileBytesMax = 512 * 1024 * 1024;
/** A heading longer than this is not a heading. */
const headingBytesMax = 16 * 1024;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** How most German umlauts begin in UTF-8, and what ä, ö, ü and ß are in Windows-1252. */
const [utf8Lead, singleBytes] = [0xc3, [0xe4, 0xf6, 0xfc, 0xdf]];

/**
 * Reads a file once, in constant memory, for what has to be known before its rows can be: its hash, whether it is UTF-8
 * throughout (else Windows-1252, in which every byte is a character), and what stands between the columns of its heading.
 * Throws an ImportError for UTF-16, for UTF-8 with broken characters, for a file with NUL, for a page or an XML document, for an empty
 * file and for one that is too large.
 */
export async function inspectFile(chunks: AsyncIterable<Uint8Array>): Promise<InspectedFile> {
  const hash = createHash("sha256");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let brokenLine: number | null = null;
  let lines = 1;
  let umlauts = 0;
  let last: number | undefined;
  let bytes = 0;
  let heading = new Uint8Array(0);
  for await (const chunk of inPieces(chunks)) {
    bytes += chunk.byteLength;
    if (bytes > fileBytesMax) throw new ImportError("too_large", { max: fileBytesMax });
    if (heading.byteLength === 0) heading = Uint8Array.from(chunk.subarray(0, headingBytesMax));
    refuseBinary(heading, chunk);
    hash.update(chunk);
    if (brokenLine === null && !isDecodable(decoder, chunk)) brokenLine = lines + brokenLineOf(chunk);
    if (brokenLine === null) lines += count(chunk, lineFeed, () => true);
    umlauts += countPairs(chunk) - countSingles(chunk);
    last = chunk.at(-1) ?? last;
  }
  if (bytes === 0) throw new ImportError("empty_file");
  if (brokenLine === null && !isDecodable(decoder)) brokenLine = lines;
  // One half character, as programs leave that cut texts by bytes, would make "SÃ¼d" of every "Süd" in the file.
  if (brokenLine !== null && umlauts > 0) throw new ImportError("broken_utf8", { line: brokenLine });
  const encoding = brokenLine === null ? "utf-8" : "windows-1252";
  const text = new TextDecoder(encoding).decode(heading);
  if (markup.test(text)) throw new ImportError("markup");
  const endsInBreak = last === lineFeed || last === carriageReturn;
  return { bytes, hash: hash.digest(), encoding, delimiter: delimiterOf(text), endsInBreak };
}

/** Web pages and XML that programs save as .xls or .csv. */
const markup = /^\ufeff?\s*<(?:!doctype|html|head|body|meta|table|\?xml)\b/i;

/** Umlauts of UTF-8; what a program has already made of some in a file of Windows-1252 are fewer than those that it left. */
function countPairs(chunk: Uint8Array): number {
  return count(chunk, utf8Lead, (next) => next >= 0x80 && next <= 0xbf);
}

function countSingles(chunk: Uint8Array): number {
  return singleBytes.reduce((sum, byte) => sum + count(chunk, byte, (next) => next < 0x80), 0);
}

function count(chunk: Uint8Array, byte: number, fits: (next: number) => boolean): number {
  let found = 0;
  for (let at = chunk.indexOf(byte); at !== -1; at = chunk.indexOf(byte, at + 1))
    if (fits(chunk[at + 1] ?? 0)) found += 1;
  return found;
}

/**
 * The first line of the piece that is not UTF-8, counted from 0. 0 also where no later line is broken: then it is the line that began in
 * the piece before.
 */
function brokenLineOf(chunk: Uint8Array): number {
  let line = 1;
  for (let at = chunk.indexOf(lineFeed) + 1; at > 0 && at < chunk.length; line += 1) {
    const end = chunk.indexOf(lineFeed, at);
    if (
      !isDecodable(
        new TextDecoder("utf-8", { fatal: true }),
        chunk.subarray(at, end === -1 ? undefined : end + 1),
      )
    )
      return line;
    at = end + 1;
  }
  return 0;
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
