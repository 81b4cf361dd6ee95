import { cardSize, cropOf } from "../../media/card/crop-rules.ts";
import { cardFile, cropFile } from "../card-content.ts";
import { cardPath, type NewsroomAddress } from "../paths.ts";
import type { Picture, ReleasePageInput } from "./page-input.ts";
import { previewOf } from "./picture.ts";

/** A picture as link previews and search engines want it: at an absolute address. */
export type PreviewImage = { url: string; alt: string; width: number | null; height: number | null };

/** The leading picture of a release, or the card with its headline. */
export function previewImage({
  publicUrl,
  newsroom,
  release,
}: Pick<ReleasePageInput, "publicUrl" | "newsroom" | "release">): PreviewImage {
  if (release.image !== null) {
    const { url, width, height } = leadingPreview(newsroom, release.slug, release.image);
    return { url: publicUrl + url, alt: release.image.alt, width, height };
  }
  const path = cardPath(newsroom, release.slug, cardFile({ newsroom, release }) ?? "");
  return { url: publicUrl + path, alt: release.title, ...cardSize };
}

/** A release's picture for programs that know no focus point: cut around it where it has one, else whole. `url` is a path. */
export function leadingPreview(address: NewsroomAddress, slug: string, picture: Picture) {
  const file = cropFile(picture);
  const copy = picture.previews.findLast(({ format }) => format === "webp");
  if (file === null || copy === undefined || !picture.focus) return previewOf(picture);
  return { url: cardPath(address, slug, file), ...cropOf(copy, picture.focus).cut };
}
