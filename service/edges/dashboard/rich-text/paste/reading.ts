import { firstCharacters } from "../../../../floor/strings/first-characters.ts";
import { missingPicture } from "../../../../press-text/missing-picture.ts";

/** A picture within what was pasted: the file that it was, and the name under which it stands in the text until it is uploaded. */
export type PastedPicture = { name: string; url: string };

/** What one reading of a clipboard knows and collects. */
export type Reading = {
  /** Added to the level of each heading: level 1 is the page's title, so where the text has one all move down. */
  headingShift: number;
  pictures: PastedPicture[];
  urls: readonly string[];
  /** Elements that hold a block, and those that hold a word or a picture: found once, because asking each of them takes quadratic time. */
  withBlocks: ReadonlySet<Element>;
  withContent: ReadonlySet<Element>;
  /** Items of Word for the web are among it. */
  hasLeveledItems: boolean;
};

/** Pictures of one clipboard; a text has a hundred at most. */
const picturesMax = 50;
/** Sides of what is no picture but a sign or a pixel that counts readers, in CSS pixels. */
const signSideMax = 48;

const missingMarkup = `<em>[${missingPicture}]</em>`;

export function createReading(body: Element, urls: readonly string[]): Reading {
  const hasTitle = body.querySelector("h1, .MsoTitle, [role=heading][aria-level='1']") !== null;
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const filled: Element[] = [...body.querySelectorAll("img, hr")];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    if (text.nodeValue?.trim() !== "" && text.parentElement !== null) filled.push(text.parentElement);
  return {
    headingShift: hasTitle ? 1 : 0,
    pictures: [],
    urls,
    withBlocks: withAncestors(
      [...body.querySelectorAll(blockSelector)].map(({ parentElement }) => parentElement),
    ),
    withContent: withAncestors(filled),
    hasLeveledItems: body.querySelector("li[data-aria-level]") !== null,
  };
}

/** What makes a block of the element around it. */
const blockSelector = "p, h1, h2, h3, h4, ul, ol, table, div, blockquote, pre";

/** A link around whole paragraphs goes to the words of each: a paragraph can't stand within a link. */
export function moveLinksInward(body: Element): void {
  for (const link of body.querySelectorAll("a[href]")) {
    if (link.querySelector(blockSelector) === null) continue;
    const texts = body.ownerDocument.createTreeWalker(link, NodeFilter.SHOW_TEXT);
    const words: Text[] = [];
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      if (text instanceof Text && text.data.trim() !== "") words.push(text);
    for (const text of words) {
      const own = link.cloneNode() as Element;
      text.replaceWith(own);
      own.append(text);
    }
    link.removeAttribute("href");
  }
}

function withAncestors(elements: readonly (Element | null)[]): Set<Element> {
  const all = new Set<Element>();
  for (const element of elements)
    for (let each = element; each !== null && !all.has(each); each = each.parentElement) all.add(each);
  return all;
}

let names = 0;

/** The name of a picture that waits for its upload; known to this page alone. */
export function waitingName(): string {
  names += 1;
  return `wartet:${names}-${Math.random().toString(36).slice(2)}`;
}

/** A picture of the clipboard as one that waits for its upload; a sentence in its place where a page can't read it. */
export function pictureMarkup(image: Element, reading: Reading): string {
  const source = image.getAttribute("src") ?? "";
  if (isSign(image)) return "";
  const [, number] = /^data-picture:(\d+)$/.exec(source) ?? [];
  const url = reading.urls[Number(number ?? -1)];
  if (url === undefined || reading.pictures.length >= picturesMax) return source === "" ? "" : missingMarkup;
  const name = waitingName();
  reading.pictures.push({ name, url });
  const alt = tidyAlt(image.getAttribute("alt") ?? "");
  return `<img data-src="${name}" data-alt="${escapeMarkup(alt)}">`;
}

/** A description without what would end it in Markdown. */
export function tidyAlt(alt: string): string {
  const line = alt
    .replace(/[[\]]/g, (bracket) => (bracket === "[" ? "(" : ")"))
    .replace(/[\\`<>*_]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return firstCharacters(line, altCharactersMax);
}

/** As long as the library takes. */
const altCharactersMax = 500;

export function escapeMarkup(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Where the style of an element stands while it is read. */
export const styleAttribute = "data-style";

export function styleOf(element: Element): string {
  return (element.getAttribute(styleAttribute) ?? "").toLowerCase();
}

/** What no reader was to see: comments, deletions, markers that a list makes itself, what is hidden, what runs. */
export function isDropped(element: Element): boolean {
  const tag = element.localName;
  if (droppedTags.has(tag) || tag.startsWith("v:")) return true;
  const style = styleOf(element);
  if (
    /mso-(?:list:\s*ignore|element:\s*(?:comment|footnote-separator|para-border)|hide:\s*all)|display:\s*none/.test(
      style,
    )
  )
    return true;
  return /(?:^|\s)(?:msoDel|MsoCommentReference|MsoCommentText|msocomanchor|msocomtxt|Apple-interchange-newline|EOP|unseen|sr-only)(?:\s|$)/.test(
    element.getAttribute("class") ?? "",
  );
}

const droppedTags = new Set(
  "script style xmp head title meta link template noscript iframe object embed svg math canvas video audio form input button select textarea del xml base dialog".split(
    " ",
  ),
);

function isSign(image: Element): boolean {
  const sides = ["width", "height"].map((name) => Number.parseFloat(image.getAttribute(name) ?? ""));
  return sides.some((side) => side <= signSideMax);
}
