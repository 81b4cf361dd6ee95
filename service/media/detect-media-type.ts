import { fileTypeFromBuffer } from "file-type";
import { type MediaType, mediaTypeOf } from "./media-types.ts";

/** A vector graphic's root element after what may stand before it: byte order mark, declaration, comments, document type. */
const svgRoot =
  /^\ufeff?\s*(?:<\?xml[^>]{0,500}\?>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*){0,5}(?:<!DOCTYPE\s+svg[^>]{0,500}>\s*)?<svg[\s>]/i;
/** Enough for what may stand before the root element. */
const textBytesMax = 16 * 1024;

/** The kind of a file by its content alone; null for one that may not be stored. */
export async function detectMediaType(bytes: Uint8Array): Promise<MediaType | null> {
  const found = await fileTypeFromBuffer(bytes);
  if (found !== undefined && found.mime !== "application/xml") return mediaTypeOf(found.mime);
  const text = new TextDecoder().decode(bytes.subarray(0, textBytesMax));
  return svgRoot.test(text) ? mediaTypeOf("image/svg+xml") : null;
}
