import { asArtifact, drawRule } from "./canvas.ts";
import { decorate, keepTogether, mark, type Paper, roomLeft, startPage, within } from "./paper.ts";
import type { Element } from "./structure.ts";
import {
  type Column,
  drawAligned,
  drawCellGraphics,
  drawCellLines,
  type LaidCell,
  type Line,
  type PlacedColumn,
} from "./table-cells.ts";
import { colours, contentBottom, contentTop, contentWidth, margin, styles, type TextStyle } from "./theme.ts";
import { webLink } from "./web-link.ts";
import { wrapText } from "./wrap-text.ts";

/** A text with an optional quieter line below it, or a bar of 0 to 1 of the column's width. */
type Cell =
  | string
  | { text: string; detail?: string; url?: string | null; swatch?: string }
  | { bar: number };

export type Row = { cells: Cell[]; isStrong?: boolean; isSub?: boolean };

const columnGap = 12;
const columnGapOfHalf = 6;
const swatchWidth = 11;
const subIndent = 12;
/** A row that has to be split starts on a new page when fewer points than this are left, about five lines. */
const splitRoomMin = 70;

/** Draws rows under a head that is repeated on every page; a row that is taller than a page is continued on the next. */
export function drawTable(paper: Paper, columns: readonly Column[], rows: readonly Row[]): void {
  const placed = placeColumns(columns);
  const headHeight = heightOfHead(paper, placed);
  const first = rows[0];
  keepTogether(
    paper,
    headHeight + (first === undefined ? 0 : heightOfLines(paper, layRow(paper, placed, first))),
  );
  within(paper, "Table", () => {
    within(paper, "TR", () => drawFirstHead(paper, placed));
    for (const row of rows) {
      const cells = layRow(paper, placed, row);
      const height = heightOfLines(paper, cells);
      const fitsOnOnePage = height <= contentTop - contentBottom - headHeight;
      if (height > roomLeft(paper) && (fitsOnOnePage || roomLeft(paper) < splitRoomMin)) {
        startPage(paper);
        drawRepeatedHead(paper, placed);
      }
      within(paper, "TR", () => drawRow(paper, placed, cells));
    }
  });
}

type Span = { left: number; width: number };

export function placeColumns(
  columns: readonly Column[],
  span: Span = { left: margin.left, width: contentWidth },
): PlacedColumn[] {
  const shares = columns.reduce((sum, column) => sum + column.share, 0);
  const gap = span.width === contentWidth ? columnGap : columnGapOfHalf;
  const width = span.width - gap * (columns.length - 1);
  let x = span.left;
  return columns.map((column) => {
    const placed = { ...column, x, width: (width * column.share) / shares };
    x += placed.width + gap;
    return placed;
  });
}

export function heightOfHead(paper: Paper, columns: readonly PlacedColumn[]): number {
  return headLines(paper, columns).length * styles.label.leading + 5;
}

/** The head's texts, wrapped, as rows of words: the last row stands just above the rule. */
function headLines(paper: Paper, columns: readonly PlacedColumn[]): string[][] {
  const wrapped = columns.map((column) =>
    wrapText(paper.fonts.semibold, column.head, styles.label.size, column.width),
  );
  const count = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: count }, (_, row) =>
    wrapped.map((lines) => lines[row - (count - lines.length)] ?? ""),
  );
}

export function drawFirstHead(paper: Paper, columns: readonly PlacedColumn[]): void {
  const rows = headLines(paper, columns);
  columns.forEach((column, index) => {
    // A column of bars repeats the numbers beside it for the eye only.
    if (column.head !== "")
      within(paper, "TH", () => mark(paper, () => drawHeadCell(paper, rows, { column, index })));
  });
  decorate(paper, () => endHead(paper, columns, rows));
}

/** On the following pages the head is there for the eye; a reader without eyes has heard it. */
function drawRepeatedHead(paper: Paper, columns: readonly PlacedColumn[]): void {
  asArtifact(
    paper.page,
    () => {
      const rows = headLines(paper, columns);
      columns.forEach((column, index) => {
        drawHeadCell(paper, rows, { column, index });
      });
      endHead(paper, columns, rows);
    },
    "Pagination",
  );
}

function drawHeadCell(
  paper: Paper,
  rows: readonly string[][],
  { column, index }: { column: PlacedColumn; index: number },
): void {
  rows.forEach((texts, row) => {
    const top = paper.y - row * styles.label.leading;
    drawAligned(paper, column, { text: texts[index] ?? "", style: styles.label }, top);
  });
}

/** The line below the columns, as wide as they are together. */
function extentOfRule(columns: readonly PlacedColumn[]): { x: number; width: number } {
  const x = columns[0]?.x ?? margin.left;
  const last = columns.at(-1);
  return { x, width: last === undefined ? 0 : last.x + last.width - x };
}

function endHead(paper: Paper, columns: readonly PlacedColumn[], rows: readonly string[][]): void {
  paper.y -= rows.length * styles.label.leading + 3;
  drawRule(paper.page, {
    ...extentOfRule(columns),
    y: paper.y,
    thickness: 0.7,
    colour: colours.strongRule,
  });
  paper.y -= 2;
}

export function layRow(paper: Paper, columns: readonly PlacedColumn[], row: Row): LaidCell[] {
  const style = row.isStrong === true ? paper.rows.strong : paper.rows.text;
  return columns.map((column, index) => {
    const cell = row.cells[index] ?? "";
    const indent = row.isSub === true && index === 0 ? subIndent : 0;
    if (typeof cell === "string") {
      return {
        lines: wrap(paper, cell, style, column.width - indent),
        bar: null,
        swatch: null,
        url: null,
        indent,
      };
    }
    if ("bar" in cell) {
      return { lines: [], bar: cell.bar, swatch: null, url: null, indent: 0 };
    }
    const swatch = cell.swatch ?? null;
    const fullIndent = indent + (swatch === null ? 0 : swatchWidth);
    const width = column.width - fullIndent;
    const detail =
      cell.detail === undefined || cell.detail === "" ? [] : wrap(paper, cell.detail, styles.note, width);
    return {
      lines: [...wrap(paper, cell.text, style, width), ...detail],
      bar: null,
      swatch,
      url: webLink(cell.url ?? null),
      indent: fullIndent,
    };
  });
}

function wrap(paper: Paper, text: string, style: TextStyle, width: number): Line[] {
  return wrapText(paper.fonts[style.face], text, style.size, width).map((line) => ({ text: line, style }));
}

export function heightOfLines({ rows }: Paper, cells: readonly LaidCell[]): number {
  const heights = cells.map((cell) => cell.lines.reduce((sum, line) => sum + line.style.leading, 0));
  return Math.max(rows.text.leading, ...heights) + rows.padding * 2;
}

export function drawRow(paper: Paper, columns: readonly PlacedColumn[], cells: readonly LaidCell[]): void {
  const owners = columns.map((column) => addCell(paper, column));
  let rest: readonly LaidCell[] = cells;
  let height = heightOfLines(paper, rest);
  while (height > roomLeft(paper)) {
    const [fitting, remaining] = splitCells(rest, roomLeft(paper) - paper.rows.padding * 2);
    drawCells(paper, { columns, owners }, fitting);
    startPage(paper);
    drawRepeatedHead(paper, columns);
    rest = remaining;
    height = heightOfLines(paper, rest);
  }
  drawCells(paper, { columns, owners }, rest);
  paper.y -= height;
  decorate(paper, () =>
    drawRule(paper.page, {
      ...extentOfRule(columns),
      y: paper.y,
      thickness: 0.4,
      colour: colours.rule,
    }),
  );
}

/** One cell of the tree, however many pages its lines are on. */
function addCell(paper: Paper, column: PlacedColumn): Element | null {
  if (column.head === "") return null;
  const cell: Element = { role: "TD", kids: [] };
  paper.element.kids.push(cell);
  return cell;
}

/** Cuts each cell after the lines that fit; at least one line goes, so that a row always comes to its end. */
function splitCells(cells: readonly LaidCell[], height: number): [LaidCell[], LaidCell[]] {
  const counts = cells.map((cell) => {
    let used = 0;
    const count = cell.lines.findIndex((line) => {
      used += line.style.leading;
      return used > height;
    });
    return count === -1 ? cell.lines.length : Math.max(1, count);
  });
  return [
    cells.map((cell, index) => ({ ...cell, lines: cell.lines.slice(0, counts[index]) })),
    cells.map((cell, index) => ({
      ...cell,
      bar: null,
      swatch: null,
      lines: cell.lines.slice(counts[index]),
    })),
  ];
}

function drawCells(
  paper: Paper,
  { columns, owners }: { columns: readonly PlacedColumn[]; owners: readonly (Element | null)[] },
  cells: readonly LaidCell[],
): void {
  const row = paper.element;
  cells.forEach((cell, index) => {
    const column = columns[index];
    if (column === undefined) return;
    decorate(paper, () => drawCellGraphics(paper, column, cell));
    paper.element = owners[index] ?? row;
    drawCellLines(paper, column, cell);
  });
  paper.element = row;
}
