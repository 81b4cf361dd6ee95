import { crc32 } from "node:zlib";
import { exifOfOrientation, orientationOfExif } from "./exif.ts";
import {
  addPart,
  nothingSaid,
  type PictureFacts,
  type PictureFormat,
  UnreadablePictureError,
} from "./picture-facts.ts";

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, name and check sum. */
const chunkFrameBytes = 12;
/** The picture, its colours and its frames; texts, times and unknown chunks are left out. */
const allowedChunks: ReadonlySet<string> = new Set([
  ...["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "acTL", "fcTL", "fdAT"],
  ...["cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI", "bKGD", "hIST", "pHYs"],
]);

type PngChunk = { name: string; begin: number; end: number; data: Buffer };

/** Source: Portable Network Graphics (Third Edition), W3C, sections 5 and 11. */
export const png: PictureFormat = {
  read(file) {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    const chunks = pngChunks(bytes);
    const [header] = chunks;
    if (header?.name !== "IHDR" || header.data.length !== 13) throw new UnreadablePictureError("no header");
    const facts: PictureFacts = {
      ...nothingSaid,
      width: header.data.readUInt32BE(0),
      height: header.data.readUInt32BE(4),
      isAnimated: chunks.some(({ name }) => name === "acTL"),
    };
    for (const { name, data } of chunks) {
      if (name === "eXIf") facts.orientation = orientationOfExif(data);
    }
    return facts;
  },
  allowedOnly(file, { orientation }) {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    const kept = pngChunks(bytes).filter(({ name }) => allowedChunks.has(name));
    const exif = orientation === 1 ? [] : [pngChunk("eXIf", exifOfOrientation(orientation).subarray(6))];
    const [header = Buffer.alloc(0), ...others] = kept.map(({ begin, end }) => bytes.subarray(begin, end));
    return Buffer.concat([pngSignature, header, ...exif, ...others]);
  },
};

/** The chunks up to the last one; what lies behind it belongs to no picture. Throws UnreadablePictureError. */
function pngChunks(bytes: Buffer): PngChunk[] {
  if (!bytes.subarray(0, 8).equals(pngSignature)) throw new UnreadablePictureError("no signature");
  const chunks: PngChunk[] = [];
  for (let begin = 8; begin + chunkFrameBytes <= bytes.length; ) {
    const end = begin + chunkFrameBytes + bytes.readUInt32BE(begin);
    if (end > bytes.length) break;
    const name = bytes.toString("latin1", begin + 4, begin + 8);
    addPart(chunks, { name, begin, end, data: bytes.subarray(begin + 8, end - 4) });
    if (name === "IEND") return chunks;
    begin = end;
  }
  throw new UnreadablePictureError("the file ends in the middle");
}

export function pngChunk(name: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(chunkFrameBytes + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(name, 4, "latin1");
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}
