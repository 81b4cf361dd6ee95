import { createHash } from "node:crypto";
import { crc32, inflateSync } from "node:zlib";
import { fieldReason, ServiceError } from "../../../errors.ts";
import type { ReportPicture } from "./schema.ts";

/** Every report carries the logo; a megabyte is what its mail can spare. */
export const logoBytesMax = 1_048_576;
/** A logo of 2,000 pixels is sharp at 25 cm in print. What is larger is a photograph, and takes memory to decode. */
const pixelsMax = 4_000_000;
const sideMax = 4_000;
/** Wider than ten to one nothing of it can be read at the height that a letterhead has. */
const ratioMax = 10;

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** All that a picture's look needs; text, profiles, times and places of the file stay out of reports. */
const keptChunks = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
const channelsByColourType = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

type Chunk = { type: string; bytes: Uint8Array; body: Uint8Array };

/**
 * A PNG file (RFC 2083) as reports keep it: checked, and without all that is not the picture. Its size is read from the
 * header before anything is decoded. Throws `validation_error` with field `logo` for anything else.
 */
export function readLogo(file: Uint8Array): ReportPicture {
  if (!signature.every((byte, index) => file[index] === byte)) throw refusal(nameOf(file));
  if (file.length > logoBytesMax)
    throw refusal(`The logo has ${file.length} bytes; at most ${logoBytesMax} are allowed. Make it smaller.`);
  const { width, height, ...header } = readHeader(file);
  if (width < 1 || height < 1 || width > sideMax || height > sideMax || width * height > pixelsMax) {
    throw refusal(
      `The logo has ${width} x ${height} pixels; at most ${pixelsMax} pixels and ${sideMax} a side are allowed. Make it smaller.`,
    );
  }
  if (Math.max(width / height, height / width) > ratioMax)
    throw refusal(
      `The logo has ${width} x ${height} pixels: neither side may be over ${ratioMax} times the other.`,
    );
  const chunks = readChunks(file).filter(({ type }) => keptChunks.has(type));
  refuseBrokenPixels(chunks, { width, height, ...header });
  const bytes = Buffer.concat([signature, ...chunks.map((chunk) => chunk.bytes)]);
  return {
    sha256: createHash("sha256").update(bytes).digest("hex"),
    mediaType: "image/png",
    width,
    height,
    bytes,
  };
}

function readHeader(file: Uint8Array) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 33 || typeAt(file, 12) !== "IHDR" || view.getUint32(8) !== 13) throw broken();
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    bitDepth: file[24] ?? 0,
    colourType: file[25] ?? 0,
    isInterlaced: file[28] === 1,
  };
}

function readChunks(file: Uint8Array): Chunk[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const chunks: Chunk[] = [];
  let start = signature.length;
  while (start + 12 <= file.length) {
    const length = view.getUint32(start);
    const end = start + 12 + length;
    if (end > file.length) throw broken();
    const type = typeAt(file, start + 4);
    if (crc32(file.subarray(start + 4, end - 4)) !== view.getUint32(end - 4)) throw broken();
    chunks.push({ type, bytes: file.subarray(start, end), body: file.subarray(start + 8, end - 4) });
    if (type === "IEND") return chunks;
    start = end;
  }
  throw broken();
}

/** Unpacks the pixels once, into no more memory than the header's size allows: a report must be able to count on them. */
function refuseBrokenPixels(
  chunks: readonly Chunk[],
  header: { width: number; height: number; bitDepth: number; colourType: number; isInterlaced: boolean },
): void {
  const channels = channelsByColourType.get(header.colourType);
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(header.bitDepth)) throw broken();
  if (header.colourType === 3 && !chunks.some(({ type }) => type === "PLTE")) throw broken();
  if (header.isInterlaced) throw refusal("The logo is an interlaced PNG. Save it without interlacing.");
  const rowBytes = Math.ceil((header.width * channels * header.bitDepth) / 8) + 1;
  const expected = rowBytes * header.height;
  const packed = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ body }) => body));
  let pixels: Uint8Array;
  try {
    pixels = inflateSync(packed, { maxOutputLength: expected });
  } catch {
    throw broken();
  }
  if (pixels.length !== expected) throw broken();
  // RFC 2083, 6: the first byte of a row names one of five filters.
  for (let row = 0; row < header.height; row += 1) {
    if ((pixels[row * rowBytes] ?? 5) > 4) throw broken();
  }
}

/** Why a file that is no PNG is refused, by what it is. */
function nameOf(file: Uint8Array): string {
  const start = Buffer.from(file.subarray(0, 1_024)).toString("latin1").toLowerCase();
  if (start.includes("<svg") || start.trimStart().startsWith("<?xml"))
    return "The logo is an SVG, which can hold scripts and addresses. Export it as PNG.";
  if (file[0] === 0xff && file[1] === 0xd8) return "The logo is a JPEG. Export it as PNG.";
  if (start.startsWith("gif8")) return "The logo is a GIF. Export it as PNG.";
  if (start.startsWith("riff") && start.slice(8, 12) === "webp")
    return "The logo is a WebP. Export it as PNG.";
  return "The logo is no picture that can be read. Give a PNG.";
}

function typeAt(file: Uint8Array, start: number): string {
  return Buffer.from(file.subarray(start, start + 4)).toString("latin1");
}

function broken(): ServiceError {
  return refusal("The logo is a damaged PNG. Save it anew.");
}

function refusal(sentence: string): ServiceError {
  return new ServiceError("validation_error", sentence, fieldReason("logo", sentence));
}
