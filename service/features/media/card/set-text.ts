import type { Font } from "fontkit";
import type { Coverage, Point } from "./coverage.ts";

/** Straight pieces of a curve of a letter: at 72 px no corner is to be seen. */
const piecesPerCurve = 8;

/** A word with its width at a size of 1. */
type Word = { text: string; width: number };
export type Line = { text: string; width: number };

/**
 * Breaks a text into lines of at most `widthMax` pixels at `size`; a word that is longer stands alone. The last of `linesMax`
 * ends with three dots where more would follow; null asks for a smaller size first.
 */
export function breakLines(
  font: Font,
  text: string,
  { size, widthMax, linesMax, isCut }: { size: number; widthMax: number; linesMax: number; isCut: boolean },
): Line[] | null {
  const space = widthOf(font, " ") * size;
  const lines: Line[] = [];
  for (const word of wordsOf(font, text)) {
    const width = word.width * size;
    const last = lines.at(-1);
    if (last !== undefined && last.width + space + width <= widthMax) {
      last.text += ` ${word.text}`;
      last.width += space + width;
    } else lines.push({ text: word.text, width });
  }
  const fits = lines.length <= linesMax && lines.every(({ width }) => width <= widthMax);
  if (fits || !isCut) return fits ? lines : null;
  return lines.slice(0, linesMax).map((line, index) => {
    const isEnd = index === linesMax - 1 && lines.length > linesMax;
    return isEnd || line.width > widthMax ? cut(font, line.text, { size, widthMax }) : line;
  });
}

/** Draws a line of text from `at`, its left end on the base line. */
export function drawLine(
  coverage: Coverage,
  font: Font,
  line: { text: string; size: number; at: Point },
): void {
  const scale = line.size / font.unitsPerEm;
  const run = font.layout(line.text);
  let pen = line.at.x;
  run.glyphs.forEach((glyph, index) => {
    const position = run.positions[index];
    // The dots of an "ü" that is a "u" and a mark stand above the letter by this, and beside it without.
    const { xOffset = 0, yOffset = 0 } = position ?? {};
    const pointAt = (x: number, y: number): Point => ({
      x: pen + (x + xOffset) * scale,
      y: line.at.y - (y + yOffset) * scale,
    });
    drawOutline(coverage, glyph.path.commands, pointAt);
    pen += (position?.xAdvance ?? glyph.advanceWidth) * scale;
  });
}

/** Characters that the font has; others would be drawn as boxes. */
function wordsOf(font: Font, text: string): Word[] {
  const known = [...text].filter(
    (character) => /\s/.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  );
  return known
    .join("")
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => ({ text: word, width: widthOf(font, word) }));
}

function widthOf(font: Font, text: string): number {
  return font.layout(text).advanceWidth / font.unitsPerEm;
}

function cut(font: Font, text: string, { size, widthMax }: { size: number; widthMax: number }): Line {
  const characters = [...text];
  while (characters.length > 1 && widthOf(font, `${characters.join("").trimEnd()}…`) * size > widthMax)
    characters.pop();
  const shown = `${characters.join("").trimEnd()}…`;
  return { text: shown, width: widthOf(font, shown) * size };
}

type Command = { command: string; args: number[] };

function drawOutline(
  coverage: Coverage,
  commands: readonly Command[],
  pointAt: (x: number, y: number) => Point,
): void {
  let start: Point = { x: 0, y: 0 };
  let from = start;
  const to = (point: Point) => {
    coverage.addLine(from, point);
    from = point;
  };
  for (const { command, args } of commands) {
    const points: Point[] = [];
    for (let index = 0; index + 1 < args.length; index += 2)
      points.push(pointAt(args[index] ?? 0, args[index + 1] ?? 0));
    const [first = from] = points;
    if (command === "moveTo") start = from = first;
    else if (command === "closePath") to(start);
    else for (const point of curve([from, ...points])) to(point);
  }
}

/** Points of a line or Bézier curve, by de Casteljau's method. */
function curve(control: readonly Point[]): Point[] {
  const pieces = control.length === 2 ? 1 : piecesPerCurve;
  return Array.from({ length: pieces }, (_, index) => {
    const share = (index + 1) / pieces;
    let points = [...control];
    while (points.length > 1) {
      points = points.slice(1).map((point, at) => between(points[at] ?? point, point, share));
    }
    return points[0] ?? { x: 0, y: 0 };
  });
}

function between(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
