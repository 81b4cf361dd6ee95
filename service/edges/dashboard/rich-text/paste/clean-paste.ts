import { blocksOf } from "./clean-blocks.ts";
import { createReading, moveLinksInward, type PastedPicture, styleAttribute } from "./reading.ts";

/** Longest HTML of a clipboard that is read, in UTF-16 units: a text of forty pages from Word with some pictures in it. */
const pasteUnitsMax = 30_000_000;
/** What is left without its pictures: more than 40 pages in Word's wordiest form. */
const markupUnitsMax = 4_000_000;
/** Forty pages of Word have some 5,000, with large tables twice that. */
const elementsMax = 30_000;
/** A data: URL within an attribute; `[^"']` keeps it linear. */
const dataPicture = /data:image\/(?:png|jpeg|jpg|gif|webp);base64,[^"'\s>)]*/gi;

export type CleanPaste = { html: string; pictures: PastedPicture[] };

/**
 * The structure of what another program put into the clipboard, as HTML of the few elements that the editor knows: headings, paragraphs,
 * bold, italics, links, lists, quotations, tables, pictures. Nothing else of it is left. It is read in a document of its own in which no
 * script runs and nothing is loaded. Null where it is too long to be read while somebody waits.
 */
export function cleanPaste(html: string): CleanPaste | null {
  if (html.length > pasteUnitsMax) return null;
  const urls: string[] = [];
  const markup = html.replace(dataPicture, (url) => `data-picture:${urls.push(url) - 1}`);
  if (markup.length > markupUnitsMax) return null;
  const parsed = new DOMParser().parseFromString(withoutStyles(markup), "text/html");
  if (parsed.body.getElementsByTagName("*").length > elementsMax) return null;
  moveLinksInward(parsed.body);
  const reading = createReading(parsed.body, urls);
  return { html: blocksOf(parsed.body, reading), pictures: reading.pictures };
}

/** Under other names: the policy of this page holds for the document too, and each style in it would be refused and reported. */
function withoutStyles(markup: string): string {
  return markup
    .replace(/<(\/?)style\b/gi, "<$1xmp")
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ` ${styleAttribute}=`));
}
