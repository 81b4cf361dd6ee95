/** What a picture's file says of itself, read without decoding it. */
export type PictureFacts = {
  /** Pixels as stored; `orientation` may turn them. */
  width: number;
  height: number;
  orientation: Orientation;
  /** Several frames: a smaller copy may not be to be had. */
  isAnimated: boolean;
  credit: string | null;
  caption: string | null;
};

/** How stored pixels become the shown ones. Source: Exif 2.32, tag 0x0112. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Facts of a picture whose file has no metadata. */
export const nothingSaid: Pick<PictureFacts, "orientation" | "isAnimated" | "credit" | "caption"> = {
  orientation: 1,
  isAnimated: false,
  credit: null,
  caption: null,
};

/**
 * Reads one format, and leaves only those metadata in it that are known: what draws the picture, its colours, its orientation, and
 * who has made it. A list of what is dropped would miss the next place where a program writes a position.
 */
export type PictureFormat = {
  /** Throws UnreadablePictureError. */
  read(bytes: Uint8Array): PictureFacts;
  /** The same pixels with the same orientation and no other metadata; null where they can't be had without a position. */
  allowedOnly(bytes: Uint8Array, facts: PictureFacts): Uint8Array | null;
};

/** The file is not what its first bytes promise. */
export class UnreadablePictureError extends Error {
  override name = "UnreadablePictureError";
}

/**
 * Segments, chunks, blocks or boxes of a file. A PNG of 100 MB has 12,800, and an animation of half an hour fewer than this; 100 MB
 * of empty ones took 3.5 GB to list.
 */
const partsMax = 100_000;

/** Lists one more part of a file. Throws UnreadablePictureError where there are too many. */
export function addPart<Part>(parts: Part[], part: Part): void {
  if (parts.length >= partsMax) throw new UnreadablePictureError(`more than ${partsMax} parts`);
  parts.push(part);
}

/** XMP writes a position in these properties of `exif:`, whatever its syntax. */
export function namesPosition(text: Uint8Array): boolean {
  return /GPS(?:Latitude|Longitude|Position|DestL)/i.test(Buffer.from(text).toString("latin1"));
}
