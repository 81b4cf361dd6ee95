import { mediaTypeOf } from "./media-types.ts";
import type { DerivativeFormat, DerivativeSize } from "./picture/prepared-file.ts";

/** Characters of a content's hash in its address: nobody meets another content of the same asset by chance. */
const hashCharacters = 16;

export type AddressedFile = { id: string; sha256: string; mediaType: string };

/** `/media/<assetId>/<hash>.<ext>`: another content has another address, so an answer may be kept for ever. */
export function originalPath({ id, sha256, mediaType }: AddressedFile): string {
  const extension = mediaTypeOf(mediaType)?.extension ?? "bin";
  return `/media/${id}/${shortHash(sha256)}.${extension}`;
}

/** The address of the original that saves it instead of showing it. */
export function downloadPath(file: AddressedFile): string {
  return `${originalPath(file)}?download`;
}

/** `/media/<assetId>/<hash>-800.webp` */
export function derivativePath(
  { id, sha256 }: AddressedFile,
  { size, format }: { size: DerivativeSize; format: DerivativeFormat },
): string {
  return `/media/${id}/${shortHash(sha256)}-${size}.${format === "jpeg" ? "jpg" : format}`;
}

export function shortHash(sha256: string): string {
  return sha256.slice(0, hashCharacters);
}

/** What an address names; null where it names nothing. */
export type NamedFile = {
  assetId: string;
  hash: string;
  extension: string;
  /** Null for the original. */
  derivative: { size: number; format: DerivativeFormat } | null;
};

export function readMediaPath(assetId: string, name: string): NamedFile | null {
  const [, hash = "", size, extension = ""] =
    /^([0-9a-f]{16})(?:-(\d{3,4}))?\.([a-z0-9]{2,5})$/.exec(name) ?? [];
  if (hash === "" || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(assetId)) return null;
  if (size === undefined) return { assetId, hash, extension, derivative: null };
  const format = { webp: "webp", jpg: "jpeg" }[extension];
  if (format !== "webp" && format !== "jpeg") return null;
  return { assetId, hash, extension, derivative: { size: Number(size), format } };
}
