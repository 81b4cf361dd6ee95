import { isPicture } from "./media-types.ts";
import { derivativePath, originalPath } from "./paths.ts";
import type { ShownAsset } from "./shown-asset-sql.ts";

/** `/media/<asset>/<hash>…` within a text or as an address. */
const addressPattern =
  /\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[0-9a-f]{16}(?:-\d{3,4})?\.[a-z0-9]{2,5}/g;

/** The text with every address of one file as an address of another: of a smaller copy where it was one. */
export function withOtherAsset(text: string, { from, to }: { from: string; to: ShownAsset }): string {
  return text.replace(addressPattern, (address, id: string) => {
    if (id !== from) return address;
    const isSmall = /-\d{3,4}\.[a-z0-9]{2,5}$/.test(address);
    return (isSmall ? textPicturePath(to) : null) ?? originalPath(to);
  });
}

/** Ids of the files that a text names by their addresses, each once and in its order. */
export function assetIdsIn(text: string): string[] {
  return [...new Set([...text.matchAll(addressPattern)].map(([, id = ""]) => id))];
}

/**
 * A picture of the library within a text. Description and caption may hold escaped marks, the caption brackets too. No part reaches into
 * the next picture, so that no text makes the search go over itself again and again.
 */
const picturePattern =
  /!\[(?:\\.|[^[\]\\])*\]\(<?(\/media\/[^\s()<>]{1,200})>?(?:\s{1,3}"(?:\\.|[^"\\])*")?\s{0,3}\)/gs;

/** The text without those of its pictures whose files `isGone` names. */
export function withoutPictures(text: string, isGone: (assetId: string) => boolean): string {
  return text.replace(picturePattern, (picture, address: string) =>
    assetIdsIn(address).some(isGone) ? "" : picture,
  );
}

/** The address of a picture for a text: a copy as wide as a fine screen's column where there is one. Null for what is no picture. */
export function textPicturePath(asset: ShownAsset): string | null {
  if (!isPicture(asset)) return null;
  const copy = asset.derivatives.findLast(({ format }) => format === "webp");
  return copy === undefined ? originalPath(asset) : derivativePath(asset, copy);
}
