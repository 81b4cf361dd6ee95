import { isUtf8 } from "node:buffer";
import { inflateRawSync } from "node:zlib";

/** Why an archive, or what should be one, is not read. */
export class ZipProblem extends Error {
  constructor(readonly code: "not_docx" | "too_large" | "damaged") {
    super(`The file is not read: ${code}.`);
  }
}

export type ZipEntry = {
  name: string;
  method: number;
  packedBytes: number;
  unpackedBytes: number;
  offset: number;
};

/** Repetitive XML packs 1:30; a bomb packs 1:1000. Small parts may be all blank. */
const ratioMax = 150;
const ratioCountsFromBytes = 200_000;
const nameBytesMax = 300;
const localHeaderMark = 0x04034b50;
const localHeaderBytes = 30;
const directoryMark = 0x02014b50;
const directoryBytes = 46;
const endMark = 0x06054b50;
const endBytes = 22;
const commentBytesMax = 65_535;
/** The upper half of code page 850, in which Windows of Western Europe writes names. In code page 437 German letters are the same. */
const upperHalf850 = [
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ",
  "áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐",
  "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀",
  "ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
].join("");

export function isZip(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32LE(0) === localHeaderMark;
}

/**
 * What an archive says of its parts, at most `entriesMax`. Source: APPNOTE.TXT 4.3 (ZIP); what people pack has no ZIP64, no encryption, and
 * methods 0 and 8 alone. Throws `ZipProblem`.
 */
export function readDirectory(bytes: Buffer, entriesMax: number): ZipEntry[] {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > entriesMax) throw new ZipProblem("too_large");
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    if (at + directoryBytes > end || bytes.readUInt32LE(at) !== directoryMark)
      throw new ZipProblem("damaged");
    const nameBytes = bytes.readUInt16LE(at + 28);
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
    if (isEncrypted || nameBytes > nameBytesMax) throw new ZipProblem("damaged");
    entries.push({
      name: nameOf(bytes.subarray(at + directoryBytes, at + directoryBytes + nameBytes)),
      method: bytes.readUInt16LE(at + 10),
      packedBytes: bytes.readUInt32LE(at + 20),
      unpackedBytes: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += directoryBytes + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** Windows says nothing of the letters of a name, and macOS writes UTF-8 without saying so. */
function nameOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  return bytes
    .toString("latin1")
    .replace(/[\x80-\xff]/g, (byte) => upperHalf850.charAt(byte.charCodeAt(0) - 128));
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endBytes - commentBytesMax);
  for (let at = bytes.length - endBytes; at >= first; at -= 1)
    if (bytes.readUInt32LE(at) === endMark) return at;
  throw new ZipProblem("damaged");
}

/** Claims to unpack to more times its size than any honest file does. */
function isBomb({ packedBytes, unpackedBytes }: ZipEntry): boolean {
  return unpackedBytes > ratioCountsFromBytes && unpackedBytes > packedBytes * ratioMax;
}

/**
 * A part of at most `bytesMax`. What the archive says of its size is a bound too, and a part of another size is damaged. Throws
 * `ZipProblem`.
 */
export function unpack(bytes: Buffer, entry: ZipEntry, bytesMax: number): Uint8Array {
  const { method, packedBytes, unpackedBytes, offset } = entry;
  if (unpackedBytes > bytesMax || isBomb(entry)) throw new ZipProblem("too_large");
  if (offset + localHeaderBytes > bytes.length || bytes.readUInt32LE(offset) !== localHeaderMark)
    throw new ZipProblem("damaged");
  const start = offset + localHeaderBytes + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const packed = bytes.subarray(start, start + packedBytes);
  const part = method === 0 ? packed : method === 8 ? inflate(packed, unpackedBytes) : null;
  if (part === null || part.length !== unpackedBytes) throw new ZipProblem("damaged");
  return part;
}

function inflate(packed: Buffer, bytesMax: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytesMax) });
  } catch {
    throw new ZipProblem("damaged");
  }
}
