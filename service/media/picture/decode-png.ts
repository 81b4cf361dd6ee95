import { inflateSync } from "node:zlib";
import { UnreadablePictureError } from "./picture-facts.ts";
import { pngChunks } from "./png.ts";

/** Red, green, blue and opacity of each pixel, row by row. */
export type Bitmap = { width: number; height: number; pixels: Uint8Array };

/** By the header's kind of colours: red, green and blue, or those with opacity. */
const channelsByKind: Readonly<Record<number, number>> = { 2: 3, 6: 4 };

/** The pixels of a PNG as our encoder writes it: 8 bits a colour, not interlaced. Throws UnreadablePictureError for others. */
export function decodePng(file: Uint8Array): Bitmap {
  const chunks = pngChunks(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  const header = chunks[0]?.data ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = channelsByKind[header[9] ?? 0];
  if (header[8] !== 8 || channels === undefined || header[12] !== 0)
    throw new UnreadablePictureError("another kind of PNG");
  const packed = Buffer.concat(chunks.filter(({ name }) => name === "IDAT").map(({ data }) => data));
  const stride = width * channels;
  const rows = inflateSync(packed, { maxOutputLength: (stride + 1) * height });
  const pixels = new Uint8Array(width * height * 4).fill(255);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y += 1) {
    const begin = y * (stride + 1);
    const row = unfiltered(rows.subarray(begin + 1, begin + 1 + stride), {
      filter: rows[begin] ?? 0,
      above,
      channels,
    });
    for (let x = 0; x < width; x += 1) {
      pixels.set(row.subarray(x * channels, (x + 1) * channels), (y * width + x) * 4);
    }
    above = row;
  }
  return { width, height, pixels };
}

/** Source: Portable Network Graphics (Third Edition), W3C, section 9. */
function unfiltered(
  row: Uint8Array,
  { filter, above, channels }: { filter: number; above: Uint8Array; channels: number },
): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(row.length);
  for (let at = 0; at < row.length; at += 1) {
    const left = at >= channels ? (out[at - channels] ?? 0) : 0;
    const up = above[at] ?? 0;
    const corner = at >= channels ? (above[at - channels] ?? 0) : 0;
    out[at] = (row[at] ?? 0) + predicted(filter, { left, up, corner });
  }
  return out;
}

function predicted(
  filter: number,
  { left, up, corner }: { left: number; up: number; corner: number },
): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
