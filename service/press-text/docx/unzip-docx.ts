import { isZip, readDirectory, unpack, ZipProblem } from "../../floor/archive-files/unzip.ts";

/** A long report with all its pictures has some hundred. */
const entriesMax = 2_000;
/** All parts that are read, unpacked: pictures are hardly smaller packed. */
const unpackedBytesMax = 40_000_000;
/** The parts of XML, unpacked. A book of 300 pages has 5 MB. */
const xmlBytesMax = 16_000_000;
/**
 * Tags and attributes of all parts: each tag takes 2 KB while it is read, measured with mammoth 1.13, and a thread that runs out of memory
 * takes the service with it. Forty pages with tables, more than a release may have, hold some 100,000.
 */
const marksMax = 250_000;
/** Word has 20. The reader looks at all fields around it for each run, and 10,000 within one another took minutes. */
const fieldsWithinMax = 50;
/** Parts that tell of the text; previews, macros and embedded documents are not looked at. */
const readParts = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:[\w.-]+\/)*[\w.-]+)$/;
const isXml = /\.(?:xml|rels)$/;

/**
 * The parts of a docx by their names, unpacked within bounds on number, size and ratio, whatever the archive says of itself.
 * Throws `ZipProblem`.
 */
export function unzipDocx(bytes: Buffer): Map<string, Uint8Array> {
  if (!isZip(bytes)) throw new ZipProblem("not_docx");
  const parts = new Map<string, Uint8Array>();
  let unpacked = 0;
  let xml = 0;
  for (const entry of readDirectory(bytes, entriesMax)) {
    if (!readParts.test(entry.name) || entry.name.includes("..") || parts.has(entry.name)) continue;
    unpacked += entry.unpackedBytes;
    if (isXml.test(entry.name)) xml += entry.unpackedBytes;
    if (unpacked > unpackedBytesMax || xml > xmlBytesMax) throw new ZipProblem("too_large");
    parts.set(entry.name, unpack(bytes, entry, unpackedBytesMax));
  }
  if (!parts.has("word/document.xml") && !parts.has("_rels/.rels")) throw new ZipProblem("not_docx");
  refuseCostlyXml([...parts].filter(([name]) => isXml.test(name)).map(([, part]) => part));
  return parts;
}

function refuseCostlyXml(parts: readonly Uint8Array[]): void {
  let marks = 0;
  for (const part of parts) {
    refuseDoctype(part);
    refuseDeepFields(part);
    for (const byte of part) if (byte === tagByte || byte === attributeByte) marks += 1;
    if (marks > marksMax) throw new ZipProblem("too_large");
  }
}

const tagByte = "<".charCodeAt(0);
const attributeByte = "=".charCodeAt(0);

/** By the attribute alone, because the element may have any prefix; what is written otherwise than as the two words counts as a beginning. */
function refuseDeepFields(part: Uint8Array): void {
  let depth = 0;
  for (const [, type] of Buffer.from(part).toString("latin1").matchAll(fieldMark)) {
    if (type === "end") depth = Math.max(0, depth - 1);
    else if (type !== "separate") depth += 1;
    if (depth > fieldsWithinMax) throw new ZipProblem("damaged");
  }
}

const fieldMark = /fldCharType\s*=\s*["'](end|separate)?/g;

/** Office Open XML has no document type (ECMA-376 part 2, 8.1.4), so whoever sends one wants its entities read. */
function refuseDoctype(part: Uint8Array): void {
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  // In UTF-16 the words would be hidden from this look, and from the reader everything would be.
  const isUtf16 = text.length > 1 && (text[0] === 0 || text[1] === 0 || text[0] === 0xff || text[0] === 0xfe);
  if (isUtf16 || text.includes("<!DOCTYPE") || text.includes("<!ENTITY")) throw new ZipProblem("damaged");
}
