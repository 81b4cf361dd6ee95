import { cardHash, cardSize } from "../card-content.ts";
import { cardPath } from "../paths.ts";
import type { ReleasePageInput } from "./page-input.ts";
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
    const { url, width, height } = previewOf(release.image);
    return { url: publicUrl + url, alt: release.image.alt, width, height };
  }
  const path = cardPath(newsroom, release.slug, cardHash({ newsroom, release }));
  return { url: publicUrl + path, alt: release.title, ...cardSize };
}
