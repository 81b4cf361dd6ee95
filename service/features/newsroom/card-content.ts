import { createHash } from "node:crypto";
import { cropOf } from "../media/card/crop-rules.ts";
import type { Newsroom, Picture, Release } from "./pages/page-input.ts";

/** Another drawing gets other addresses. */
const drawing = "1";
const hashCharacters = 12;

/** What stands on the card of a release: its headline, or the part of its picture around the focus point. */
export type CardContent = {
  newsroom: Pick<Newsroom, "clientName" | "logo">;
  release: Pick<Release, "title" | "image">;
};

/** What a card's address ends with: named by what stands on it. Null where the picture is shown whole. */
export function cardFile({ newsroom, release }: CardContent): string | null {
  if (release.image !== null) return cropOfPicture(release.image)?.file ?? null;
  return `${hashOf([drawing, newsroom.clientName, newsroom.logo?.url ?? null, release.title])}.png`;
}

/** The part of a picture that stands on a card; null for one without a focus point, or without the copy that is cropped. */
export function cropOfPicture({ focus, previews, url, mediaType }: Picture) {
  const copy = previews.findLast(({ format }) => format === "webp");
  if (!focus || copy === undefined) return null;
  // Transparent parts would be black in a JPEG.
  const format = mediaType === "image/png" ? ("png" as const) : ("jpeg" as const);
  return { file: `${hashOf([drawing, url, focus])}.${format}`, size: cropOf(copy, focus).cut, focus, format };
}

function hashOf(content: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, hashCharacters);
}
