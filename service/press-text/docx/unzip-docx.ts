import { inflateRawSync } from "node:zlib";

/** Why a file is not read; the words for people are at `readDocx`'s caller. */
export class DocxProblem extends Error {
  constructor(readonly code: "not_docx" | "too_large" | "damaged") {
    super(`The file is not read: ${code}.`);
  }
}

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
/** Repetitive XML packs 1:30; a bomb packs 1:1000. Small parts may be all blank. */
const ratioMax = 150;
const ratioCountsFromBytes = 200_000;
const nameBytesMax = 300;

/** Parts that tell of the text; previews, macros and embedded documents are not looked at. */
const readParts = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:[\w.-]+\/)*[\w.-]+)$/;
const isXml = /\.(?:xml|rels)$/;

type Entry = { name: string; method: number; packedBytes: number; unpackedBytes: number; offset: number };

/**
 * The parts of a docx by their names, unpacked within bounds on number, size and ratio, whatever the archive says of itself.
 * Source: APPNOTE.TXT 4.3 (ZIP); Office writes no ZIP64, no encryption, and methods 0 and 8 alone. Throws `DocxProblem`.
 */
export function unzipDocx(bytes: Buffer): Map<string, Uint8Array> {
  if (bytes.length < 4 || bytes.readUInt32LE(0) !== localHeaderMark) throw new DocxProblem("not_docx");
  const parts = new Map<string, Uint8Array>();
  let unpacked = 0;
  let xml = 0;
  for (const entry of readDirectory(bytes)) {
    if (!readParts.test(entry.name) || entry.name.includes("..") || parts.has(entry.name)) continue;
    unpacked += entry.unpackedBytes;
    if (isXml.test(entry.name)) xml += entry.unpackedBytes;
    if (unpacked > unpackedBytesMax || xml > xmlBytesMax || isBomb(entry)) throw new DocxProblem("too_large");
    parts.set(entry.name, unpack(bytes, entry));
  }
  if (!parts.has("word/document.xml") && !parts.has("_rels/.rels")) throw new DocxProblem("not_docx");
  refuseCostlyXml([...parts].filter(([name]) => isXml.test(name)).map(([, part]) => part));
  return parts;
}

const localHeaderMark = 0x04034b50;
const directoryMark = 0x02014b50;
const endMark = 0x06054b50;
const endBytes = 22;
const commentBytesMax = 65_535;

function readDirectory(bytes: Buffer): Entry[] {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > entriesMax) throw new DocxProblem("too_large");
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== directoryMark) throw new DocxProblem("damaged");
    const nameBytes = bytes.readUInt16LE(at + 28);
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
    if (isEncrypted || nameBytes > nameBytesMax) throw new DocxProblem("damaged");
    entries.push({
      name: bytes.toString("utf8", at + 46, at + 46 + nameBytes),
      method: bytes.readUInt16LE(at + 10),
      packedBytes: bytes.readUInt32LE(at + 20),
      unpackedBytes: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endBytes - commentBytesMax);
  for (let at = bytes.length - endBytes; at >= first; at -= 1)
    if (bytes.readUInt32LE(at) === endMark) return at;
  throw new DocxProblem("damaged");
}

function isBomb({ packedBytes, unpackedBytes }: Entry): boolean {
  return unpackedBytes > ratioCountsFromBytes && unpackedBytes > packedBytes * ratioMax;
}

/** What the archive says of a part's size is a bound here, and a part of another size is damaged. */
function unpack(bytes: Buffer, { method, packedBytes, unpackedBytes, offset }: Entry): Uint8Array {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== localHeaderMark)
    throw new DocxProblem("damaged");
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const packed = bytes.subarray(start, start + packedBytes);
  const part = method === 0 ? packed : method === 8 ? inflate(packed, unpackedBytes) : null;
  if (part === null || part.length !== unpackedBytes) throw new DocxProblem("damaged");
  return part;
}

function inflate(packed: Buffer, bytesMax: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytesMax) });
  } catch {
    throw new DocxProblem("damaged");
  }
}

function refuseCostlyXml(parts: readonly Uint8Array[]): void {
  let marks = 0;
  for (const part of parts) {
    refuseDoctype(part);
    for (const byte of part) if (byte === tagByte || byte === attributeByte) marks += 1;
    if (marks > marksMax) throw new DocxProblem("too_large");
  }
}

const tagByte = "<".charCodeAt(0);
const attributeByte = "=".charCodeAt(0);

/** Office Open XML has no document type (ECMA-376 part 2, 8.1.4), so whoever sends one wants its entities read. */
function refuseDoctype(part: Uint8Array): void {
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  // In UTF-16 the words would be hidden from this look, and from the reader everything would be.
  const isUtf16 = text.length > 1 && (text[0] === 0 || text[1] === 0 || text[0] === 0xff || text[0] === 0xfe);
  if (isUtf16 || text.includes("<!DOCTYPE") || text.includes("<!ENTITY")) throw new DocxProblem("damaged");
}
