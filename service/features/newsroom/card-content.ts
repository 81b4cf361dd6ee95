import { createHash } from "node:crypto";
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
  if (release.image !== null) return cropFile(release.image);
  return `${hashOf([drawing, newsroom.clientName, newsroom.logo?.url ?? null, release.title])}.png`;
}

/** The same for a picture; null for one without a focus point, or without the copy that is cropped. */
export function cropFile({ focus, previews, url, mediaType }: Picture): string | null {
  if (!focus || !previews.some(({ format }) => format === "webp")) return null;
  return `${hashOf([drawing, url, focus.x, focus.y])}.${cropFormat(mediaType) === "png" ? "png" : "jpg"}`;
}

export function cropFormat(mediaType: string): "png" | "jpeg" {
  return mediaType === "image/png" ? "png" : "jpeg";
}

function hashOf(content: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, hashCharacters);
}
