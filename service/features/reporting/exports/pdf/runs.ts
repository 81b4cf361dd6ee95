import { drawRule, drawText } from "./canvas.ts";
import { baselineBelow, decorate, keepTogether, mark, type Paper, within, withinLink } from "./paper.ts";
import type { Role } from "./structure.ts";
import { colours, contentWidth, margin, type TextStyle } from "./theme.ts";
import { wrapText } from "./wrap-text.ts";

/** A stretch of text in one face; with `url` it is a link. */
export type Run = { text: string; isStrong: boolean; isStruck?: boolean; url: string | null };

/** The text of a run that ends the line. */
export const lineBreak = "\n";

type Piece = Run & { x: number };

/** A label begins `labelRoom` points left of the text. With `company` all lines stay on one page, with so many points below them. */
type Layout = {
  style: TextStyle;
  indent: number;
  label: string | null;
  labelRoom?: number;
  company?: number | null;
  role: Role;
};
const labelRoomUsual = 12;

/** Sets a text of several faces into lines, as an element of its own; a label stands left of the first line. */
export function writeRuns(paper: Paper, runs: readonly Run[], layout: Layout): void {
  const { style, indent, label, company = null } = layout;
  const lines = layLines(paper, runs, { style, width: contentWidth - indent });
  keepTogether(paper, company === null ? style.leading : lines.length * style.leading + company);
  if (label !== null)
    within(paper, "Lbl", () =>
      put(paper, { text: label, x: indent - (layout.labelRoom ?? labelRoomUsual), style }),
    );
  within(paper, layout.role, () => {
    for (const line of lines) {
      keepTogether(paper, style.leading);
      for (const piece of line) writePiece(paper, piece, layout);
      paper.y -= style.leading;
    }
  });
}

function put(paper: Paper, { text, x, style }: { text: string; x: number; style: TextStyle }): void {
  const spot = { x: margin.left + x, baseline: baselineBelow(paper.y, style) };
  mark(paper, () => drawText(paper.page, paper.fonts, { text, ...spot, style }));
}

function writePiece(paper: Paper, piece: Piece, { style, indent }: Layout): void {
  const own: TextStyle = {
    ...style,
    face: piece.isStrong ? "semibold" : style.face,
    colour: piece.url === null ? style.colour : colours.accent,
  };
  const x = indent + piece.x;
  const { url, text } = piece;
  const left = margin.left + x;
  const right = left + paper.fonts[own.face].widthOf(text.trimEnd(), own.size);
  if (piece.isStruck === true) strike(paper, { left, right, style: own });
  if (url === null) {
    put(paper, { text, x, style: own });
    return;
  }
  withinLink(paper, { url, label: text, left, right }, () => put(paper, { text, x, style: own }));
  const link = paper.page.links.at(-1);
  if (link !== undefined) link.bottom = paper.y - style.leading;
}

/** A line at half the height of small letters. */
function strike(
  paper: Paper,
  { left, right, style }: { left: number; right: number; style: TextStyle },
): void {
  const y = baselineBelow(paper.y, style) + style.size * 0.25;
  const rule = { x: left, y, width: right - left, thickness: 0.6, colour: style.colour };
  decorate(paper, () => drawRule(paper.page, rule));
}

/** Words into lines: a word may be of several faces, and only at blanks, or where a run says so, a line ends. */
function layLines(
  paper: Paper,
  runs: readonly Run[],
  { style, width }: { style: TextStyle; width: number },
): Piece[][] {
  const lines: Piece[][] = [[]];
  let x = 0;
  let word: Run[] = [];
  const fontOf = (run: Run) => paper.fonts[run.isStrong ? "semibold" : style.face];
  const widthOf = (run: Run) => fontOf(run).widthOf(run.text, style.size);
  const startLine = () => {
    lines.push([]);
    x = 0;
  };
  const place = (run: Run) => {
    add(lines.at(-1) ?? [], { ...run, x });
    x += widthOf(run);
  };
  const endWord = () => {
    const wordWidth = word.reduce((sum, part) => sum + widthOf(part), 0);
    if (x > 0 && x + wordWidth > width) startLine();
    for (const part of word) {
      // `wrapText` cuts a word that is longer than a line.
      const pieces = wordWidth > width ? wrapText(fontOf(part), part.text, style.size, width) : [part.text];
      for (const text of pieces) {
        if (x > 0 && x + widthOf({ ...part, text }) > width) startLine();
        place({ ...part, text });
      }
    }
    word = [];
  };
  for (const run of runs) {
    if (run.text === lineBreak) {
      endWord();
      startLine();
      continue;
    }
    for (const text of run.text.replace(/[\t\n\v\f\r\u2028\u2029 ]+/g, " ").match(/[^ ]+| /g) ?? []) {
      if (text !== " ") word.push({ ...run, text });
      else {
        endWord();
        if (x > 0) place({ ...run, text });
      }
    }
  }
  endWord();
  return lines;
}

function add(line: Piece[], piece: Piece): void {
  const last = line.at(-1);
  const isSame =
    last?.isStrong === piece.isStrong && last.url === piece.url && last.isStruck === piece.isStruck;
  if (last !== undefined && isSame) last.text += piece.text;
  else line.push(piece);
}
