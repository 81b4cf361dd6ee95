import type { Orientation } from "./picture-facts.ts";

const orientationTag = 0x0112;
const positionTag = 0x8825;
/** What may stand before the TIFF header. */
const exifHeader = Buffer.from("Exif\0\0", "latin1");
const entryBytes = 12;

type ExifFacts = { orientation: Orientation; hasPosition: boolean };

/** Orientation of an Exif block, with or without its `Exif` header. Source: TIFF 6.0 section 2, Exif 2.32 section 4.6. */
export function orientationOfExif(block: Uint8Array): Orientation {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  const tiff = bytes.subarray(0, exifHeader.length).equals(exifHeader)
    ? bytes.subarray(exifHeader.length)
    : bytes;
  return readTiff(tiff)?.orientation ?? 1;
}

/** An Exif block with its header that says the orientation and nothing else. */
export function exifOfOrientation(orientation: Orientation): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("MM\0*", 0, "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(orientationTag, 10);
  // Type 3, one value of 16 bits; the offset of a next directory stays 0.
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return Buffer.concat([exifHeader, tiff]);
}

/** Null where it is no TIFF structure. */
export function readTiff(tiff: Buffer): ExifFacts | null {
  const order = tiff.toString("latin1", 0, 4);
  if ((order !== "II*\0" && order !== "MM\0*") || tiff.length < 10) return null;
  const isLittle = order.startsWith("I");
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory < 8 || directory + 2 > tiff.length) return null;
  const count = short(directory);
  if (directory + 2 + count * entryBytes > tiff.length) return null;
  const facts: ExifFacts = { orientation: 1, hasPosition: false };
  for (let entry = directory + 2; entry < directory + 2 + count * entryBytes; entry += entryBytes) {
    const tag = short(entry);
    if (tag === positionTag) facts.hasPosition = true;
    if (tag === orientationTag) facts.orientation = orientationOf(short(entry + 8));
  }
  return facts;
}

function orientationOf(value: number): Orientation {
  return value >= 1 && value <= 8 ? (value as Orientation) : 1;
}
