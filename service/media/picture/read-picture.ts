import { avif } from "./avif.ts";
import { gif } from "./gif.ts";
import { jpeg } from "./jpeg.ts";
import type { PictureFormat } from "./picture-facts.ts";
import { png } from "./png.ts";
import { webp } from "./webp.ts";

/** How to read each kind of picture, by its media type. */
export const pictureFormats: ReadonlyMap<string, PictureFormat> = new Map([
  ["image/jpeg", jpeg],
  ["image/png", png],
  ["image/webp", webp],
  ["image/gif", gif],
  ["image/avif", avif],
]);
