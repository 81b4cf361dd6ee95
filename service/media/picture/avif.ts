import { readTiff } from "./exif.ts";
import { namesPosition, nothingSaid, type PictureFormat, UnreadablePictureError } from "./picture-facts.ts";

/** Sizes stand in the first boxes. */
const headBytesMax = 256 * 1024;

/**
 * The largest picture of the file, turned as its `irot` box says. Source: ISO/IEC 23008-12, sections 6.5.3 and 6.5.10. Its metadata
 * are items whose places many boxes name, so nothing is taken out of it.
 */
export const avif: PictureFormat = {
  read(file) {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    const head = bytes.subarray(0, headBytesMax);
    let size = { width: 0, height: 0 };
    for (const at of placesOf(head, "ispe")) {
      if (at + 16 > head.length) break;
      const found = { width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12) };
      if (found.width * found.height > size.width * size.height) size = found;
    }
    if (size.width === 0) throw new UnreadablePictureError("no size");
    const rotation = head.indexOf("irot", 0, "latin1");
    const isOnItsSide = rotation !== -1 && ((head[rotation + 4] ?? 0) & 1) === 1;
    const shown = isOnItsSide ? { width: size.height, height: size.width } : size;
    return { ...nothingSaid, ...shown, hasPosition: holdsPosition(bytes) };
  },
  withoutPosition: () => null,
};

function holdsPosition(bytes: Buffer): boolean {
  const headers = [...placesOf(bytes, "II*\0"), ...placesOf(bytes, "MM\0*")];
  return headers.some((at) => readTiff(bytes.subarray(at))?.hasPosition === true) || namesPosition(bytes);
}

function* placesOf(bytes: Buffer, mark: string): Generator<number> {
  for (let at = bytes.indexOf(mark, 0, "latin1"); at !== -1; at = bytes.indexOf(mark, at + 1, "latin1"))
    yield at;
}
