import { drawText } from "./canvas.ts";
import { baselineBelow, keepTogether, mark, type Paper, within, withinLink } from "./paper.ts";
import type { Role } from "./structure.ts";
import { colours, contentWidth, margin, type TextStyle } from "./theme.ts";
import { wrapText } from "./wrap-text.ts";

/** A stretch of text in one face; with `url` it is a link. */
export type Run = { text: string; isStrong: boolean; url: string | null };

type Piece = Run & { x: number };

type Layout = { style: TextStyle; indent: number; label: string | null; role: Role };

/** Sets a text of several faces into lines, as an element of its own; a label stands left of the first line. */
export function writeRuns(paper: Paper, runs: readonly Run[], layout: Layout): void {
  const { style, indent, label } = layout;
  const lines = layLines(paper, runs, { style, width: contentWidth - indent });
  keepTogether(paper, style.leading);
  if (label !== null) within(paper, "Lbl", () => put(paper, { text: label, x: indent - 12, style }));
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
  if (url === null) {
    put(paper, { text, x, style: own });
    return;
  }
  const left = margin.left + x;
  const right = left + paper.fonts[own.face].widthOf(text, own.size);
  withinLink(paper, { url, label: text, left, right }, () => put(paper, { text, x, style: own }));
  const link = paper.page.links.at(-1);
  if (link !== undefined) link.bottom = paper.y - style.leading;
}

/** Words into lines: each word in its own face, neighbours of one run joined again. */
function layLines(
  paper: Paper,
  runs: readonly Run[],
  { style, width }: { style: TextStyle; width: number },
): Piece[][] {
  const lines: Piece[][] = [[]];
  let x = 0;
  for (const run of runs) {
    const font = paper.fonts[run.isStrong ? "semibold" : style.face];
    for (const word of run.text.replace(/\s+/g, " ").match(/[^ ]+ ?| /g) ?? []) {
      // `wrapText` cuts a word that is longer than a line.
      for (const part of wrapText(font, word, style.size, width)) {
        const shown = part + (word.endsWith(" ") && word.trimEnd().endsWith(part) ? " " : "");
        if (x > 0 && x + font.widthOf(part, style.size) > width) {
          lines.push([]);
          x = 0;
        }
        if (x === 0 && shown.trim() === "") continue;
        add(lines.at(-1) ?? [], { ...run, text: shown, x });
        x += font.widthOf(shown, style.size);
      }
    }
  }
  return lines;
}

function add(line: Piece[], piece: Piece): void {
  const last = line.at(-1);
  if (last !== undefined && last.isStrong === piece.isStrong && last.url === piece.url)
    last.text += piece.text;
  else line.push(piece);
}
