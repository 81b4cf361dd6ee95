import { deflateSync } from "node:zlib";
import { pngChunk, pngSignature } from "./png.ts";

/** The header's number for red, green and blue, without and with opacity. */
const kindByChannels = { 3: 2, 4: 6 } as const;

/** A PNG of 8 bits a colour, whose pixels lie row by row. */
export function encodePng(picture: {
  width: number;
  height: number;
  channels: 3 | 4;
  pixels: Uint8Array;
}): Buffer {
  const { width, height, channels, pixels } = picture;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, kindByChannels[channels]], 8);
  const stride = width * channels;
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows.set(pixels.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  }
  const end = pngChunk("IEND", Buffer.alloc(0));
  return Buffer.concat([
    pngSignature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(rows, { level: 3 })),
    end,
  ]);
}
