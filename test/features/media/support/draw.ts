import { deflateSync } from "node:zlib";
import { pngChunk, pngSignature } from "../../../../service/features/media/picture/png.ts";

type Colour = (x: number, y: number) => number;

/** A PNG of 24-bit colours. */
export function drawPng(
  width: number,
  height: number,
  colour: Colour = (x, y) => ((x * 7) << 16) | ((y * 5) << 8) | (x ^ y),
): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      rows.writeUIntBE(colour(x, y) & 0xffffff, y * (width * 3 + 1) + 1 + x * 3, 3);
  }
  return pngFile(width, height, deflateSync(rows, { level: 1 }));
}

/** A PNG that says it has this size, whatever its pixels. */
export function pngFile(width: number, height: number, pixels: Buffer, ...chunks: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    pngSignature,
    pngChunk("IHDR", header),
    ...chunks,
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export async function drawJpeg(width: number, height: number, colour?: Colour): Promise<Buffer> {
  return await new Bun.Image(drawPng(width, height, colour)).jpeg({ quality: 90 }).buffer();
}

export async function drawWebp(width: number, height: number, colour?: Colour): Promise<Buffer> {
  return await new Bun.Image(drawPng(width, height, colour)).webp({ quality: 90 }).buffer();
}

/** A JPEG with further segments behind its start. */
export function withSegments(jpeg: Buffer, ...segments: { marker: number; data: Buffer }[]): Buffer {
  const written = segments.map(({ marker, data }) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...written, jpeg.subarray(2)]);
}

/** Little-endian, as cameras write it: an orientation, a maker's name, and a position of one value. */
export function exif({
  orientation,
  hasPosition,
  maker = "Kamera",
}: {
  orientation: number;
  hasPosition: boolean;
  maker?: string;
}): Buffer {
  const entries = [
    { tag: 0x010f, type: 2, count: maker.length + 1, value: 80 },
    { tag: 0x0112, type: 3, count: 1, value: orientation },
    ...(hasPosition ? [{ tag: 0x8825, type: 4, count: 1, value: 60 }] : []),
  ];
  const tiff = Buffer.alloc(81 + maker.length);
  tiff.write("II*\0", 0, "latin1");
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(entries.length, 8);
  entries.forEach(({ tag, type, count, value }, index) => {
    const at = 10 + index * 12;
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  });
  if (hasPosition) {
    tiff.writeUInt16LE(1, 60);
    tiff.writeUInt16LE(0x0001, 62);
    tiff.writeUInt16LE(2, 64);
    tiff.writeUInt32LE(2, 66);
    tiff.write("N\0", 70, "latin1");
  }
  tiff.write(maker, 80, "latin1");
  return Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
}

/** Photoshop's block with IPTC's fields: 80 photographer, 110 credit, 120 caption. */
export function iptc(fields: Record<number, string>): Buffer {
  const records = Object.entries(fields).map(([dataSet, text]) => {
    const head = Buffer.from([0x1c, 2, Number(dataSet), 0, 0]);
    head.writeUInt16BE(Buffer.byteLength(text), 3);
    return Buffer.concat([head, Buffer.from(text)]);
  });
  const data = Buffer.concat(records);
  const head = Buffer.alloc(12);
  head.write("8BIM", 0, "latin1");
  head.writeUInt16BE(0x0404, 4);
  head.writeUInt32BE(data.length, 8);
  return Buffer.concat([Buffer.from("Photoshop 3.0\0", "latin1"), head, data]);
}
