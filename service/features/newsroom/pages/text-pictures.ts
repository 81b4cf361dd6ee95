import { renderHtml } from "../../../floor/web/html.ts";
import { assetIdsIn } from "../../media/text-pictures.ts";
import { releasePictures } from "../links.ts";
import type { Picture, Release } from "./page-input.ts";
import { renderPicture } from "./picture.ts";

/** As `readText` writes a picture of our own; a description holds no quotation mark there. */
const imagePattern = /<img src="(\/media\/[^"]+)" alt="([^"]*)"[^>]*>/g;

/**
 * The markup of a text with the release's pictures in all the copies that they have, at addresses that open for whoever reads this page.
 * Their size is known, so the text around them never moves.
 */
export function withPictures(markup: string, release: Release, sizes: string): string {
  const pictures = new Map(releasePictures(release).map((picture) => [assetIdsIn(picture.url)[0], picture]));
  return markup.replace(imagePattern, (image, src: string, alt: string) => {
    const picture = pictures.get(assetIdsIn(src)[0]);
    if (picture === undefined) return image;
    const described = { ...picture, alt: alt === "" ? picture.alt : unescaped(alt) };
    return renderHtml(renderPicture(described, { sizes, isFirst: false, isCounted: true }));
  });
}

/** Whether a picture of a release stands in its text. */
export function isInText({ text }: Pick<Release, "text">, { url }: Pick<Picture, "url">): boolean {
  const [id] = assetIdsIn(url);
  return id !== undefined && text.images.some((image) => assetIdsIn(image.url).includes(id));
}

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => characters[name] ?? entity);
}

const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
