import type { MarkdownToken } from "./markdown-parser.ts";

/** Gives headings and tables the structure that readers with assistive technology need. */
export function structureBlocks(tokens: MarkdownToken[]): void {
  levelHeadings(tokens);
  for (const [index, token] of tokens.entries()) {
    if (token.type === "th_open" || token.type === "td_open") alignByClass(token);
    if (token.type === "th_open" && tokens[index + 1]?.content === "")
      demoteEmptyHead(token, tokens[index + 2]);
  }
}

/** A picture that stands alone in its paragraph becomes a figure, its title the caption. */
export function turnIntoFigure(
  open: MarkdownToken | undefined,
  image: MarkdownToken,
  close: MarkdownToken | undefined,
): void {
  if (open?.type !== "paragraph_open" || close === undefined || open.hidden) {
    image.meta = { caption: null };
    return;
  }
  open.tag = "figure";
  close.tag = "figure";
}

/** Level 2 and below, never skipping one (WCAG 1.3.1): authors choose marks by size, not by structure. */
function levelHeadings(tokens: MarkdownToken[]): void {
  const shift = tokens.some((token) => token.tag === "h1") ? 1 : 0;
  let previous = 1;
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const level = Math.min(previous + 1, Math.max(2, Number(token.tag.slice(1)) + shift), 4);
    const close = tokens[index + 2];
    token.tag = `h${level}`;
    if (close !== undefined) close.tag = token.tag;
    previous = level;
  }
}

/** The parser aligns cells by `style`, which the pages' Content-Security-Policy refuses. */
function alignByClass(cell: MarkdownToken): void {
  const alignment = /right|center/.exec(String(cell.attrGet("style") ?? ""))?.[0];
  cell.attrs = alignment === undefined ? null : [["class", alignment]];
}

/** The empty corner of a table heads nothing: as a plain cell it is not read out as a heading. */
function demoteEmptyHead(open: MarkdownToken, close: MarkdownToken | undefined): void {
  if (close?.type !== "th_close") return;
  open.tag = "td";
  close.tag = "td";
}
