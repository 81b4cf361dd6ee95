import { keepTogether, type Paper, roomLeft, startPage, within } from "./paper.ts";
import {
  drawFirstHead,
  drawRow,
  drawTable,
  heightOfHead,
  heightOfLines,
  layRow,
  placeColumns,
  type Row,
} from "./table.ts";
import type { Column, LaidCell, PlacedColumn } from "./table-cells.ts";
import { contentWidth, margin } from "./theme.ts";

/** Between two tables side by side. */
const halvesGap = 24;
/** About ten lines: a row of more has to be able to go on to the next page. */
const halfRowHeightMax = 130;

/**
 * Draws rows as two tables side by side, down the left one first: short rows of a few figures would leave half of a page empty.
 * Long rows, and figures too wide for a half, are drawn as one table.
 */
export function drawTableInTwo(paper: Paper, columns: readonly Column[], rows: readonly Row[]): void {
  const width = (contentWidth - halvesGap) / 2;
  const halves = [margin.left, margin.left + width + halvesGap].map((left) =>
    placeColumns(columns, { left, width }),
  );
  const [left = []] = halves;
  const laid = rows.map((row) => layRow(paper, left, row));
  const heights = laid.map((cells) => heightOfLines(paper, cells));
  const isWrapped = (cells: LaidCell[]) =>
    cells.some(({ lines }, index) => columns[index]?.align === "right" && lines.length > 1);
  if (rows.length < 2 || laid.some(isWrapped) || Math.max(...heights) > halfRowHeightMax) {
    drawTable(paper, columns, rows);
    return;
  }
  const headHeight = heightOfHead(paper, left);
  for (let start = 0; start < rows.length; ) {
    const [first = 0] = heights.slice(start);
    keepTogether(paper, headHeight + first);
    const even = Math.ceil((rows.length - start) / 2);
    const top = paper.y;
    let lowest = top;
    for (const columnsOfHalf of halves) {
      paper.y = top;
      const count = countFitting(heights.slice(start, start + even), roomLeft(paper) - headHeight);
      if (count > 0) drawHalf(paper, columnsOfHalf, rows.slice(start, start + count));
      start += count;
      lowest = Math.min(lowest, paper.y);
    }
    paper.y = lowest;
    if (start < rows.length) startPage(paper);
  }
}

function countFitting(heights: readonly number[], room: number): number {
  let used = 0;
  const beyond = heights.findIndex((height) => {
    used += height;
    return used > room;
  });
  return beyond === -1 ? heights.length : beyond;
}

function drawHalf(paper: Paper, columns: readonly PlacedColumn[], rows: readonly Row[]): void {
  within(paper, "Table", () => {
    within(paper, "TR", () => drawFirstHead(paper, columns));
    for (const row of rows) within(paper, "TR", () => drawRow(paper, columns, layRow(paper, columns, row)));
  });
}
