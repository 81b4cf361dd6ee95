import { type Canvas, drawText, emptyCanvas, type Fonts } from "./canvas.ts";
import { contentBottom, contentTop, contentWidth, margin, type TextStyle } from "./theme.ts";
import { wrapText } from "./wrap-text.ts";

/** The growing document: its pages so far, the one in work, and the line below which it is still empty. */
export type Paper = {
  fonts: Fonts;
  pages: Canvas[];
  page: Canvas;
  /** Top of the free space of the page in work. */
  y: number;
  bookmarks: Bookmark[];
};

export type Bookmark = { title: string; depth: 0 | 1; page: number; top: number };

export function startPaper(fonts: Fonts): Paper {
  const page = emptyCanvas();
  return { fonts, pages: [page], page, y: contentTop, bookmarks: [] };
}

export function startPage(paper: Paper): void {
  paper.page = emptyCanvas();
  paper.pages.push(paper.page);
  paper.y = contentTop;
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

/** A paragraph over the width of the page (or `width`), wrapped, flowing on to the next page where it has to. */
export function writeParagraph(paper: Paper, text: string, style: TextStyle, width = contentWidth): void {
  for (const line of wrapText(paper.fonts[style.face], text, style.size, width)) {
    keepTogether(paper, style.leading);
    drawText(paper.page, paper.fonts, {
      text: line,
      x: margin.left,
      baseline: baselineBelow(paper.y, style),
      style,
    });
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
