import { drawRule, drawText } from "./canvas.ts";
import { baselineBelow, keepTogether, type Paper } from "./paper.ts";
import { colours, contentWidth, margin, styles, type TextStyle } from "./theme.ts";
import { wrapText } from "./wrap-text.ts";

/** A large figure with its name above and a short remark below. */
export type Figure = { label: string; value: string; note: string; noteColour?: string };

const figureStyle: TextStyle = { face: "semibold", size: 24, leading: 30, colour: colours.ink };
const gap = 14;

/** Figures side by side in equal columns; a figure too wide for its column is set smaller. */
export function drawFigureRow(paper: Paper, figures: readonly Figure[]): void {
  const width = (contentWidth - gap * (figures.length - 1)) / figures.length;
  const notes = figures.map((figure) => wrapText(paper.fonts.regular, figure.note, styles.note.size, width));
  const noteLines = Math.max(...notes.map((lines) => lines.length));
  const height = 8 + styles.label.leading + figureStyle.leading + noteLines * styles.note.leading;
  keepTogether(paper, height);
  figures.forEach((figure, index) => {
    const x = margin.left + index * (width + gap);
    let top = paper.y;
    drawRule(paper.page, { x, y: top, width, thickness: 0.7, colour: colours.strongRule });
    top -= 7;
    drawText(paper.page, paper.fonts, {
      text: figure.label,
      x,
      baseline: baselineBelow(top, styles.label),
      style: styles.label,
    });
    top -= styles.label.leading;
    const natural = paper.fonts.semibold.widthOf(figure.value, figureStyle.size);
    const size = natural <= width ? figureStyle.size : (figureStyle.size * width) / natural;
    drawText(paper.page, paper.fonts, {
      text: figure.value,
      x,
      baseline: baselineBelow(top, figureStyle),
      style: { ...figureStyle, size: Math.floor(size * 10) / 10 },
    });
    top -= figureStyle.leading;
    for (const line of notes[index] ?? []) {
      const colour = figure.noteColour ?? styles.note.colour;
      drawText(paper.page, paper.fonts, {
        text: line,
        x,
        baseline: baselineBelow(top, styles.note),
        style: { ...styles.note, colour },
      });
      top -= styles.note.leading;
    }
  });
  paper.y -= height;
}
