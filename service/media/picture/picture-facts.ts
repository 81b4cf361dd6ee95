/** What a picture's file says of itself, read without decoding it. */
export type PictureFacts = {
  /** Pixels as stored; `orientation` may turn them. */
  width: number;
  height: number;
  orientation: Orientation;
  /** Whether its metadata hold a position, or may hold one where nobody can tell. */
  hasPosition: boolean;
  /** Several frames: a smaller copy may not be to be had. */
  isAnimated: boolean;
  credit: string | null;
  caption: string | null;
};

/** How stored pixels become the shown ones. Source: Exif 2.32, tag 0x0112. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Where nothing is said. */
export const nothingSaid: Pick<
  PictureFacts,
  "orientation" | "hasPosition" | "isAnimated" | "credit" | "caption"
> = { orientation: 1, hasPosition: false, isAnimated: false, credit: null, caption: null };

/** Reads one format, and takes a position out of it without touching a pixel. */
export type PictureFormat = {
  /** Throws UnreadablePictureError. */
  read(bytes: Uint8Array): PictureFacts;
  /** The same pixels with the same orientation, without the metadata that can hold a position; null where that can't be done. */
  withoutPosition(bytes: Uint8Array, facts: PictureFacts): Uint8Array | null;
};

/** The file is not what its first bytes promise. */
export class UnreadablePictureError extends Error {
  override name = "UnreadablePictureError";
}

/** XMP writes a position in these properties of `exif:`, whatever its syntax. */
export function namesPosition(text: Uint8Array): boolean {
  return /GPS(?:Latitude|Longitude|Position|DestL)/i.test(Buffer.from(text).toString("latin1"));
}
