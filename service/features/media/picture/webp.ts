import { exifOfOrientation, orientationOfExif } from "./exif.ts";
import {
  addPart,
  nothingSaid,
  type PictureFacts,
  type PictureFormat,
  UnreadablePictureError,
} from "./picture-facts.ts";

/** Bits of the extended header. */
const hasExifBit = 0x08;
const hasXmpBit = 0x04;
const isAnimatedBit = 0x02;

/** The picture, its frames and its colours. */
const allowedChunks: ReadonlySet<string> = new Set(["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]);
/** Position, size and time of a frame stand before its own chunks. */
const frameHeadBytes = 16;

type Chunk = { name: string; data: Buffer };

/** Source: RFC 9649 section 2. */
export const webp: PictureFormat = {
  read(file) {
    const chunks = chunksOf(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
    const facts: PictureFacts = { ...nothingSaid, ...sizeOf(chunks) };
    for (const { name, data } of chunks) {
      if (name === "VP8X") facts.isAnimated = ((data[0] ?? 0) & isAnimatedBit) !== 0;
      if (name === "EXIF") facts.orientation = orientationOfExif(data);
    }
    return facts;
  },
  allowedOnly(file, { orientation }) {
    const all: Chunk[] = [];
    const chunks = chunksOf(Buffer.from(file.buffer, file.byteOffset, file.byteLength), all);
    const hasExif = orientation !== 1;
    const kept = chunks
      .filter(({ name }) => allowedChunks.has(name))
      .map((chunk) => (chunk.name === "VP8X" ? withBits(chunk, hasExif) : allowedFrame(chunk, all)));
    const exif = hasExif ? [{ name: "EXIF", data: exifOfOrientation(orientation).subarray(6) }] : [];
    const body = Buffer.concat([...kept, ...exif].map(chunkBytes));
    const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
    head.writeUInt32LE(body.length + 4, 4);
    return Buffer.concat([head, body]);
  },
};

/** A frame may have chunks of its own beside its picture. */
function allowedFrame(chunk: Chunk, all: Chunk[]): Chunk {
  if (chunk.name !== "ANMF") return chunk;
  const own = chunksIn(chunk.data, { begin: frameHeadBytes, end: chunk.data.length }, all);
  const parts = own.filter(({ name }) => allowedChunks.has(name));
  return {
    name: "ANMF",
    data: Buffer.concat([chunk.data.subarray(0, frameHeadBytes), ...parts.map(chunkBytes)]),
  };
}

function withBits({ name, data }: Chunk, hasExif: boolean): Chunk {
  const changed = Buffer.from(data);
  changed[0] = ((data[0] ?? 0) & ~(hasExifBit | hasXmpBit)) | (hasExif ? hasExifBit : 0);
  return { name, data: changed };
}

function chunkBytes({ name, data }: Chunk): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)]);
}

/** What lies within the length that the file names; anything behind that is left out. Throws UnreadablePictureError. */
function chunksOf(bytes: Buffer, all: Chunk[] = []): Chunk[] {
  if (bytes.length < 20 || bytes.toString("latin1", 8, 12) !== "WEBP")
    throw new UnreadablePictureError("no header");
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) throw new UnreadablePictureError("the file ends in the middle");
  return chunksIn(bytes, { begin: 12, end }, all);
}

/** `all` has those of the file so far: frames have chunks of their own, and each of many would be within the bound. */
function chunksIn(bytes: Buffer, { begin, end }: { begin: number; end: number }, all: Chunk[]): Chunk[] {
  const first = all.length;
  for (let at = begin; at + 8 <= end; ) {
    const size = bytes.readUInt32LE(at + 4);
    if (at + 8 + size > end) throw new UnreadablePictureError("the file ends in the middle");
    addPart(all, { name: bytes.toString("latin1", at, at + 4), data: bytes.subarray(at + 8, at + 8 + size) });
    at += 8 + size + (size & 1);
  }
  return all.slice(first);
}

function sizeOf(chunks: readonly Chunk[]): { width: number; height: number } {
  const [first] = chunks;
  if (first?.name === "VP8X" && first.data.length >= 10) {
    return { width: first.data.readUIntLE(4, 3) + 1, height: first.data.readUIntLE(7, 3) + 1 };
  }
  if (first?.name === "VP8 " && first.data.length >= 10) {
    return { width: first.data.readUInt16LE(6) & 0x3fff, height: first.data.readUInt16LE(8) & 0x3fff };
  }
  if (first?.name === "VP8L" && first.data.length >= 5) {
    const bits = first.data.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  throw new UnreadablePictureError("no frame");
}
