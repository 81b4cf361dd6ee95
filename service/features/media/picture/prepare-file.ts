import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileTypeFromBuffer } from "file-type";
import { ServiceError } from "../../../errors.ts";
import { formatCount } from "../../../floor/web/format.ts";
import { refusal } from "../../../floor/web/refuse-fields.ts";
import { allowedNames, type MediaType, mediaTypeOf } from "../media-types.ts";
import { refuseWriting } from "../upload-folder.ts";
import { avif } from "./avif.ts";
import { gif } from "./gif.ts";
import { jpeg } from "./jpeg.ts";
import { type PictureFacts, type PictureFormat, UnreadablePictureError } from "./picture-facts.ts";
import { png } from "./png.ts";
import type { Derivative, Derive, PreparedFile } from "./prepared-file.ts";
import { webp } from "./webp.ts";

/** What a camera of a press photographer makes; decoded, such a picture takes 240 MB. */
const pixelsMax = 60_000_000;
/** Longest side that every encoder takes (WebP's). */
const sideMax = 16_383;

/** A vector graphic's root element after what may stand before it: byte order mark, declaration, comments, document type. */
const svgRoot =
  /^\ufeff?\s*(?:<\?xml[^>]{0,500}\?>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*){0,5}(?:<!DOCTYPE\s+svg[^>]{0,500}>\s*)?<svg[\s>]/i;
/** Enough for what may stand before the root element. */
const textBytesMax = 16 * 1024;

/** How to read each kind of picture, by its media type. */
export const pictureFormats: ReadonlyMap<string, PictureFormat> = new Map([
  ["image/jpeg", jpeg],
  ["image/png", png],
  ["image/webp", webp],
  ["image/gif", gif],
  ["image/avif", avif],
]);

/**
 * Decides what the file at `path` is, by its content, and makes it ready to be stored: a picture keeps only known metadata and is decoded,
 * and its smaller copies are written into `folder`. For the inside of a thread: nobody knows what is in the file. Throws
 * `file_type_refused`, `picture_refused`, and `service_unavailable` where the folder has no room.
 */
export async function prepareFile(
  input: { path: string; folder: string },
  derive: Derive,
): Promise<PreparedFile> {
  const bytes = await readFile(input.path);
  const type = await detectMediaType(bytes);
  if (type === null) {
    throw new ServiceError(
      "file_type_refused",
      `The content of this file is of no kind that may be stored. Allowed are: ${allowedNames}.`,
    );
  }
  const format = pictureFormats.get(type.mediaType);
  if (format === undefined) {
    const { mediaType } = type;
    const nothing = { width: null, height: null, credit: null, caption: null, derivatives: [] };
    return { mediaType, path: input.path, bytes: bytes.length, sha256: sha256Of(bytes), ...nothing };
  }
  return await preparePicture({ ...input, bytes, type, format }, derive);
}

async function preparePicture(
  input: { path: string; folder: string; bytes: Buffer; type: MediaType; format: PictureFormat },
  derive: Derive,
): Promise<PreparedFile> {
  const { bytes, folder, type } = input;
  const facts = readFacts(input);
  const { orientation, credit, caption } = facts;
  const shown = orientation >= 5 ? { width: facts.height, height: facts.width } : facts;
  const { width, height } = shown;
  const derived = await derive({ bytes, orientation, width, height });
  if (derived === "unreadable" && !facts.isAnimated) throw unreadable(type);
  const published = allowedOnly(input, facts);
  const isAsSent = bytes.equals(published);
  const path = isAsSent ? input.path : join(folder, "published");
  if (!isAsSent) await writeFile(path, published).catch(refuseWriting);
  const derivatives: Derivative[] = [];
  for (const picture of Array.isArray(derived) ? derived : []) {
    const picturePath = join(folder, `${picture.size}.${picture.format}`);
    await writeFile(picturePath, picture.bytes).catch(refuseWriting);
    derivatives.push({ ...picture, bytes: picture.bytes.length, path: picturePath });
  }
  return {
    mediaType: type.mediaType,
    path,
    bytes: published.length,
    sha256: sha256Of(published),
    width,
    height,
    credit,
    caption,
    derivatives,
  };
}

/** Looks at the size before anything is decoded. */
function readFacts({
  bytes,
  type,
  format,
}: {
  bytes: Buffer;
  type: MediaType;
  format: PictureFormat;
}): PictureFacts {
  const facts = reading(type, () => format.read(bytes));
  const { width, height } = facts;
  if (width < 1 || height < 1) throw unreadable(type);
  if (width * height > pixelsMax || Math.max(width, height) > sideMax) {
    throw refusal("picture_refused", {
      german: `Dieses Bild ist zu groß: ${width} × ${height} Pixel. Möglich sind ${pixelsMax / 1_000_000} Megapixel und ${formatCount(sideMax)} Pixel an einer Seite. Bitte verkleinern Sie es.`,
      english: `The picture has ${width} x ${height} pixels; at most ${pixelsMax / 1_000_000} megapixels and ${sideMax} on a side may be stored. Make it smaller and upload it again.`,
      facts: { width, height },
    });
  }
  return facts;
}

function allowedOnly(
  { bytes, type, format }: { bytes: Buffer; type: MediaType; format: PictureFormat },
  facts: PictureFacts,
): Uint8Array {
  const clean = reading(type, () => format.allowedOnly(bytes, facts));
  if (clean !== null) return clean;
  throw refusal("picture_refused", {
    german: `In dieser Datei steht, wo sie aufgenommen wurde, und aus ${type.name} lässt sich das nicht entfernen. Bitte exportieren Sie sie ohne Standort oder als JPEG.`,
    english: `The ${type.name} says where it was taken, and that can't be removed from this format. Export it without its position, or as JPEG.`,
  });
}

function reading<Result>(type: MediaType, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadablePictureError || error instanceof RangeError) throw unreadable(type, error);
    throw error;
  }
}

function unreadable(type: MediaType, cause?: unknown): ServiceError {
  return new ServiceError(
    "picture_refused",
    `The file begins like a ${type.name} and can't be read as one. Open it in a picture program, export it anew and upload that.`,
    { cause },
  );
}

function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The kind of a file by its content alone; null for one that may not be stored. */
async function detectMediaType(bytes: Uint8Array): Promise<MediaType | null> {
  const found = await fileTypeFromBuffer(bytes);
  if (found !== undefined && found.mime !== "application/xml") return mediaTypeOf(found.mime);
  const text = new TextDecoder().decode(bytes.subarray(0, textBytesMax));
  return svgRoot.test(text) ? mediaTypeOf("image/svg+xml") : null;
}
