import { drawRule, drawText } from "./canvas.ts";
import { baselineBelow, decorate, keepTogether, mark, type Paper, within } from "./paper.ts";
import { colours, contentWidth, margin, styles, type TextStyle } from "./theme.ts";
import { wrapText } from "./wrap-text.ts";

/** A large figure with its name above and a sentence below. */
export type Figure = { label: string; value: string; note: string };

const figureStyle: TextStyle = { face: "semibold", size: 24, leading: 29, colour: colours.ink };
const gap = 16;
/** More side by side would leave no room for their sentences. */
const columnsMax = 3;

/** Figures side by side in equal columns, three a row; a figure too wide for its column is set smaller. */
export function drawFigures(paper: Paper, figures: readonly Figure[]): void {
  const rows = Math.ceil(figures.length / columnsMax);
  const perRow = Math.ceil(figures.length / rows);
  for (let start = 0; start < figures.length; start += perRow) {
    if (start > 0) paper.y -= 8;
    drawRow(paper, figures.slice(start, start + perRow), perRow);
  }
}

function drawRow(paper: Paper, figures: readonly Figure[], columns: number): void {
  const width = (contentWidth - gap * (columns - 1)) / columns;
  const notes = figures.map((figure) => wrapText(paper.fonts.regular, figure.note, styles.note.size, width));
  const noteLines = Math.max(...notes.map((lines) => lines.length));
  const height = 8 + styles.label.leading + figureStyle.leading + noteLines * styles.note.leading;
  keepTogether(paper, height);
  figures.forEach((figure, index) => {
    const x = margin.left + index * (width + gap);
    decorate(paper, () =>
      drawRule(paper.page, { x, y: paper.y, width, thickness: 1.2, colour: colours.accent }),
    );
    within(paper, "KeyFigure", () => drawFigure(paper, figure, { x, width, lines: notes[index] ?? [] }));
  });
  paper.y -= height;
}

function drawFigure(
  paper: Paper,
  figure: Figure,
  { x, width, lines }: { x: number; width: number; lines: readonly string[] },
): void {
  let top = paper.y - 7;
  const draw = (text: string, style: TextStyle) => {
    const baseline = baselineBelow(top, style);
    mark(paper, () => drawText(paper.page, paper.fonts, { text, x, baseline, style }));
    top -= style.leading;
  };
  draw(figure.label, styles.label);
  const natural = paper.fonts.semibold.widthOf(figure.value, figureStyle.size);
  const size = natural <= width ? figureStyle.size : (figureStyle.size * width) / natural;
  draw(figure.value, { ...figureStyle, size: Math.floor(size * 10) / 10 });
  for (const line of lines) draw(line, styles.note);
}
