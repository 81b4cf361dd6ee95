import { inlineOf } from "./clean-inline.ts";
import { isDropped, type Reading } from "./reading.ts";

/** As many as the renderer shows of a text. */
const cellsMax = 2_000;
const columnsMax = 50;

/**
 * A table of words in rows of one length, its first row its head; cells that reach over others are followed by empty ones. Null for one
 * that only lays out a mail: of one column or row, or with a table within.
 */
export function tableOf(table: Element, reading: Reading): string | null {
  const rows = [...table.querySelectorAll("tr")].filter(
    (row) => row.closest("table") === table && !isDropped(row),
  );
  if (table.querySelector("table") !== null || rows.length < 2) return null;
  const grid: string[][] = [];
  for (const [index, row] of rows.entries()) fillRow(grid, index, { row, reading, rows: rows.length });
  const columns = Math.min(columnsMax, Math.max(...grid.map((cells) => cells.length)));
  if (columns < 2 || columns * grid.length > cellsMax) return null;
  return `<table>${grid
    .map((cells, index) => {
      const tag = index === 0 ? "th" : "td";
      return `<tr>${Array.from({ length: columns }, (_, at) => `<${tag}><p>${cells[at] ?? ""}</p></${tag}>`).join("")}</tr>`;
    })
    .join("")}</table>`;
}

function fillRow(
  grid: string[][],
  index: number,
  { row, reading, rows }: { row: Element; reading: Reading; rows: number },
): void {
  const cells = rowAt(grid, index);
  let column = 0;
  for (const cell of row.children) {
    if (!/^t[dh]$/.test(cell.localName) || isDropped(cell)) continue;
    while (cells[column] !== undefined) column += 1;
    if (column >= columnsMax) return;
    const wide = spanOf(cell, "colspan", columnsMax - column);
    const high = spanOf(cell, "rowspan", rows - index);
    for (let down = 0; down < high; down += 1)
      for (let across = 0; across < wide; across += 1) rowAt(grid, index + down)[column + across] = "";
    cells[column] = inlineOf([...cell.childNodes], reading).replaceAll("<br>", " ");
    column += wide;
  }
}

function rowAt(grid: string[][], index: number): string[] {
  while (grid.length <= index) grid.push([]);
  return grid[index] ?? [];
}

function spanOf(cell: Element, name: string, max: number): number {
  const span = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, Math.max(max, 1)) : 1;
}
