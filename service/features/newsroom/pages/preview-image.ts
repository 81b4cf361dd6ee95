import { cardSize } from "../../media/card/crop-rules.ts";
import { cardFile, cropOfPicture } from "../card-content.ts";
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
  const { image, slug, title } = release;
  const drawn = () => ({ url: cardPath(newsroom, slug, cardFile({ newsroom, release }) ?? ""), ...cardSize });
  const { url, width, height } = image === null ? drawn() : leadingPreview(newsroom, slug, image);
  return { url: publicUrl + url, alt: image?.alt ?? title, width, height };
}

/** A release's picture for programs that know no focus point: cut around it where it has one, else whole. `url` is a path. */
export function leadingPreview(address: NewsroomAddress, slug: string, picture: Picture) {
  const crop = cropOfPicture(picture);
  return crop === null ? previewOf(picture) : { url: cardPath(address, slug, crop.file), ...crop.size };
}
