import type { Wording } from "../wording/wording.ts";
import { asArtifact, type Canvas, drawText, emptyCanvas, type Fonts } from "./canvas.ts";
import { type Element, markContent, newElement, type Role } from "./structure.ts";
import {
  contentBottom,
  contentTop,
  contentWidth,
  margin,
  type Palette,
  styles,
  type TextStyle,
} from "./theme.ts";
import { wrapText } from "./wrap-text.ts";

/** The growing document: its pages so far, the one in work, and the line below which it is still empty. */
export type Paper = {
  fonts: Fonts;
  words: Wording;
  palette: Palette;
  pages: Canvas[];
  page: Canvas;
  /** Top of the free space of the page in work. */
  y: number;
  bookmarks: Bookmark[];
  /** How the rows of tables are set; their text is looked up, and may be smaller than what is read. */
  rows: RowLook;
  /** Points above the heading of a section. */
  sectionGap: number;
  /** The root of the structure tree, and the element that is being filled. */
  root: Element;
  element: Element;
};

type RowLook = { text: TextStyle; strong: TextStyle; padding: number };
const roomyGap = 15;
const roomyRows: RowLook = { text: styles.body, strong: styles.bodyStrong, padding: 2.2 };

export type Bookmark = { title: string; depth: 0 | 1; page: number; top: number };

export function startPaper(fonts: Fonts, { words, palette }: { words: Wording; palette: Palette }): Paper {
  const page = emptyCanvas(palette);
  const root = newElement("Document");
  const empty = { pages: [page], page, y: contentTop, bookmarks: [], rows: roomyRows, sectionGap: roomyGap };
  return { fonts, words, palette, ...empty, root, element: root };
}

export function startPage(paper: Paper): void {
  paper.page = emptyCanvas(paper.palette);
  paper.pages.push(paper.page);
  paper.y = contentTop;
}

/** A new page, unless the one in work is still empty. */
export function startFreshPage(paper: Paper): void {
  if (!isPageEmpty(paper)) startPage(paper);
}

export function roomLeft(paper: Paper): number {
  return paper.y - contentBottom;
}

function isPageEmpty(paper: Paper): boolean {
  return paper.y === contentTop;
}

/** Starts a new page unless `height` points are still free. */
export function keepTogether(paper: Paper, height: number): void {
  if (roomLeft(paper) < height && !isPageEmpty(paper)) {
    startPage(paper);
  }
}

/** Leaves a gap, but never at the top of a page. */
export function skip(paper: Paper, height: number): void {
  if (!isPageEmpty(paper)) {
    paper.y -= height;
  }
}

/** Adds an element to the structure tree; what `draw` marks and adds meanwhile belongs to it. */
export function within(
  paper: Paper,
  role: Role,
  draw: () => void,
  facts: Pick<Element, "alt" | "box"> = {},
): void {
  const outer = paper.element;
  const element: Element = { ...newElement(role), ...facts };
  outer.kids.push(element);
  paper.element = element;
  draw();
  paper.element = outer;
}

/** Marks what `draw` puts on the page in work as content of the element in work; `draw` must not start a page. */
export function mark(paper: Paper, draw: () => void): void {
  markContent({ canvas: paper.page, page: paper.pages.length - 1, owner: paper.element }, draw);
}

/** Draws what nobody needs read out: rules, panels, bars beside their numbers. */
export function decorate(paper: Paper, draw: () => void): void {
  asArtifact(paper.page, draw);
}

/** Lays a link over what `draw` marks; `label` is what a reader without eyes is told of it. */
export function withinLink(
  paper: Paper,
  link: { url: string; label: string; left: number; right: number },
  draw: () => void,
): void {
  within(paper, "Link", () => {
    const { page, y: top } = paper;
    draw();
    // What flowed on to the next page has its link there only: one rectangle can't lie on two pages.
    const isSamePage = page === paper.page;
    const annotation = paper.page.links.length;
    paper.page.links.push({
      ...link,
      top: isSamePage ? top : contentTop,
      bottom: paper.y,
      owner: paper.element,
    });
    paper.element.kids.push({ page: paper.pages.length - 1, annotation });
  });
}

/** A paragraph over the width of the page (or `width`), wrapped, flowing on to the next page where it has to. */
export function writeParagraph(
  paper: Paper,
  text: string,
  style: TextStyle,
  { width = contentWidth, role = "P" }: { width?: number; role?: Role } = {},
): void {
  if (text === "") return;
  within(paper, role, () => writeLines(paper, text, style, { width }));
}

/** The lines of a text as content of the element in work. */
export function writeLines(
  paper: Paper,
  text: string,
  style: TextStyle,
  { width = contentWidth, indent = 0 }: { width?: number; indent?: number } = {},
): void {
  for (const line of wrapText(paper.fonts[style.face], text, style.size, width)) {
    keepTogether(paper, style.leading);
    mark(paper, () =>
      drawText(paper.page, paper.fonts, {
        text: line,
        x: margin.left + indent,
        baseline: baselineBelow(paper.y, style),
        style,
      }),
    );
    paper.y -= style.leading;
  }
}

/** Where a line of a style stands when its box begins at `top`: the letters are centred in their leading. */
export function baselineBelow(top: number, style: TextStyle): number {
  return top - (style.leading - style.size) / 2 - style.size * 0.78;
}

export function addBookmark(paper: Paper, title: string, depth: Bookmark["depth"]): void {
  paper.bookmarks.push({ title, depth, page: paper.pages.length - 1, top: paper.y });
}
