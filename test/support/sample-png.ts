import { crc32, deflateSync } from "node:zlib";

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A PNG of one colour with see-through stripes; `claims` writes another size into its header than its pixels have. */
export function samplePng(
  width: number,
  height: number,
  {
    colour = [20, 66, 122],
    claims,
    extra = [],
  }: {
    colour?: [number, number, number];
    claims?: { width: number; height: number };
    extra?: Uint8Array[];
  } = {},
): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claims?.width ?? width, 0);
  header.writeUInt32BE(claims?.height ?? height, 4);
  header[8] = 8;
  header[9] = 6;
  const rowBytes = width * 4 + 1;
  const rows = Buffer.alloc(height * rowBytes);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows.set([...colour, (x + y) % 40 < 34 ? 255 : 0], y * rowBytes + 1 + x * 4);
    }
  }
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    ...extra,
    pngChunk("IDAT", deflateSync(rows)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, body: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(body.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
