import { type Html, html } from "../../../floor/web/html.ts";
import { linkHash } from "../../../floor/web/link-hash.ts";
import type { Picture } from "./page-input.ts";

/** How wide a picture is shown, for the browser's choice among its copies. */
export type PictureUse = {
  sizes: string;
  /** The one that a reader sees first is loaded at once, the others when they come near. */
  isFirst: boolean;
  /** False for a second one of the same, which is not seen once more. */
  isCounted: boolean;
};

/** A picture in the copies that it has; its size is known, so that the text around it never moves. */
export function renderPicture(picture: Picture, { sizes, isFirst, isCounted }: PictureUse): Html {
  const { alt, width, height, url } = picture;
  const jpeg = picture.previews.filter(({ format }) => format === "jpeg");
  // A picture with transparent parts would be black there as a JPEG.
  const isOpaque = picture.mediaType === "image/jpeg";
  const shown = isOpaque ? (jpeg.find((copy) => copy.width >= 800) ?? jpeg.at(-1)) : undefined;
  const loading = isFirst ? html` fetchpriority="high"` : html` loading="lazy"`;
  const size = width !== null && height !== null && html` width="${width}" height="${height}"`;
  const focus = picture.focus ? html` class="${focusClass(picture.focus)}"` : null;
  return html`<picture>${webpSource(picture, sizes)}<img src="${shown?.url ?? url}"${
    isOpaque && jpeg.length > 0 && html` srcset="${srcsetOf(jpeg)}" sizes="${sizes}"`
  } alt="${alt}"${size}${focus}${loading} decoding="async"${isCounted && html` data-target="${linkHash(url)}"`}></picture>`;
}

/** In steps of ten: the policy of pages lets no style attribute through, and a crop shows no difference below that. */
export function focusClass({ x, y }: { x: number; y: number }): string {
  return `x${Math.round(x / 10)} y${Math.round(y / 10)}`;
}

/** The smallest copy, beside a headline that says what it is about: nothing to read aloud, and 80 compressed bytes of a list. */
export function renderThumbnail(picture: Picture): Html {
  const smallest = picture.previews.find(({ format }) => format === "webp");
  const classes = picture.focus ? `thumb ${focusClass(picture.focus)}` : "thumb";
  return html`<img class="${classes}" src="${smallest?.url ?? picture.url}" alt="" loading="lazy">`;
}

/** What stands below a picture: what it shows and whose it is. */
export function renderCaption({ caption, credit }: Pick<Picture, "caption" | "credit">): Html | null {
  if (caption === null && credit === null) return null;
  return html`<figcaption>${caption}${credit !== null && html` <span class="credit">${credit}</span>`}</figcaption>`;
}

/** The copy for link previews: a format that every program reads, where there is one. */
export function previewOf(picture: Picture): { url: string; width: number | null; height: number | null } {
  const jpeg = picture.previews.filter(({ format }) => format === "jpeg").at(-1);
  return picture.mediaType === "image/png" ? picture : (jpeg ?? picture);
}

function webpSource(picture: Picture, sizes: string): Html | null {
  const webp = picture.previews.filter(({ format }) => format === "webp");
  if (webp.length === 0) return null;
  return html`<source type="image/webp" srcset="${srcsetOf(webp)}" sizes="${sizes}">`;
}

function srcsetOf(copies: Picture["previews"]): string {
  return copies.map(({ url, width }) => `${url} ${width}w`).join(", ");
}
