import type { FontUse } from "./font-use.ts";
import type { TextStyle } from "./theme.ts";

/** Drawing operators of one page (PDF 32000-1, annex A), collected as text; y grows upwards, units are points. */
export type Canvas = { operators: string[]; links: Link[] };

export type Link = { url: string; left: number; bottom: number; right: number; top: number };

export type Fonts = Record<TextStyle["face"], FontUse>;

export function emptyCanvas(): Canvas {
  return { operators: [], links: [] };
}

/** One line of text; `x` is its left end, or its right end where `align` says so. */
export function drawText(
  canvas: Canvas,
  fonts: Fonts,
  line: { text: string; x: number; baseline: number; style: TextStyle; align?: "left" | "right" | "centre" },
): void {
  if (line.text === "") {
    return;
  }
  const font = fonts[line.style.face];
  const { size, colour } = line.style;
  const shift = { left: 0, centre: 0.5, right: 1 }[line.align ?? "left"];
  const x = shift === 0 ? line.x : line.x - font.widthOf(line.text, size) * shift;
  canvas.operators.push(
    `BT ${colour} rg /${font.resourceName} ${size} Tf ${points(x)} ${points(line.baseline)} Td ${font.encode(line.text)} TJ ET`,
  );
}

export type Box = { x: number; y: number; width: number; height: number };

/** Filled rectangles of one colour as a single path; `y` is the lower edge. */
export function fillBoxes(canvas: Canvas, boxes: readonly Box[], colour: string): void {
  const paths = boxes
    .filter((box) => box.width > 0 && box.height > 0)
    .map((box) => `${points(box.x)} ${points(box.y)} ${points(box.width)} ${points(box.height)} re`);
  if (paths.length > 0) {
    canvas.operators.push(`${colour} rg ${paths.join(" ")} f`);
  }
}

export function drawRule(
  canvas: Canvas,
  rule: { x: number; y: number; width: number; thickness: number; colour: string },
): void {
  const { x, y, width, thickness, colour } = rule;
  canvas.operators.push(
    `${colour} RG ${thickness} w ${points(x)} ${points(y)} m ${points(x + width)} ${points(y)} l S`,
  );
}

/** Hundredths of a point: 3.5 µm, finer than any printer. */
function points(value: number): string {
  return String(Math.round(value * 100) / 100);
}
