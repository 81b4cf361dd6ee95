import { drawText, fillBoxes } from "./canvas.ts";
import { baselineBelow, mark, type Paper, within } from "./paper.ts";
import { colours, type TextStyle } from "./theme.ts";

/** A column; `share` is its part of the width, numbers stand right. */
export type Column = { head: string; share: number; align?: "left" | "right" };

export type PlacedColumn = Column & { x: number; width: number };
export type Line = { text: string; style: TextStyle };
export type LaidCell = {
  lines: Line[];
  bar: number | null;
  swatch: string | null;
  url: string | null;
  indent: number;
};

const barHeight = 5;

/** The bar or the mark of colour of a cell. */
export function drawCellGraphics(paper: Paper, column: PlacedColumn, cell: LaidCell): void {
  const { padding, text } = paper.rows;
  const middle = paper.y - padding - text.leading / 2;
  if (cell.bar !== null) {
    drawBar(paper, column, cell.bar, middle);
  }
  if (cell.swatch !== null) {
    fillBoxes(paper.page, [{ x: column.x, y: middle - 3, width: 6, height: 6 }], cell.swatch);
  }
}

/** The lines of a cell as content of the element in work; with an address they are a link. */
export function drawCellLines(paper: Paper, column: PlacedColumn, cell: LaidCell): void {
  const { padding } = paper.rows;
  let bottom = paper.y - padding;
  const left = column.x + cell.indent;
  const draw = () => {
    for (const line of cell.lines) {
      mark(paper, () => drawAligned(paper, { ...column, x: left }, line, bottom));
      bottom -= line.style.leading;
    }
  };
  if (cell.url === null || cell.lines.length === 0) {
    draw();
    return;
  }
  const { url } = cell;
  const label = cell.lines[0]?.text ?? url;
  within(paper, "Link", () => {
    draw();
    const annotation = paper.page.links.length;
    const area = { left, right: column.x + column.width, top: paper.y - padding, bottom };
    paper.page.links.push({ url, label, ...area, owner: paper.element });
    paper.element.kids.push({ page: paper.pages.length - 1, annotation });
  });
}

function drawBar(paper: Paper, column: PlacedColumn, share: number, middle: number): void {
  const y = middle - barHeight / 2;
  fillBoxes(paper.page, [{ x: column.x, y, width: column.width, height: barHeight }], colours.track);
  const width = column.width * Math.min(1, Math.max(0, share));
  fillBoxes(paper.page, [{ x: column.x, y, width, height: barHeight }], colours.accent);
}

/** Draws one line of a cell, aligned left or right as its column says. */
export function drawAligned(paper: Paper, column: PlacedColumn, line: Line, top: number): void {
  const isRight = column.align === "right";
  drawText(paper.page, paper.fonts, {
    text: line.text,
    x: isRight ? column.x + column.width : column.x,
    baseline: baselineBelow(top, line.style),
    style: line.style,
    align: isRight ? "right" : "left",
  });
}
