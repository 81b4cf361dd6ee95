import type { FontUse } from "./font-use.ts";
import type { Element } from "./structure.ts";
import type { Palette, TextStyle } from "./theme.ts";

/** Drawing operators of one page (PDF 32000-1, annex A), collected as text; y grows upwards, units are points. */
export type Canvas = {
  operators: string[];
  links: Link[];
  palette: Palette;
  /** Whose content each marked piece of the page is, in the order of their numbers. */
  owners: Element[];
};

export type Link = {
  url: string;
  label: string;
  left: number;
  bottom: number;
  right: number;
  top: number;
  owner: Element;
};

export type Fonts = Record<TextStyle["face"], FontUse>;

export function emptyCanvas(palette: Palette): Canvas {
  return { operators: [], links: [], palette, owners: [] };
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
  const { size } = line.style;
  const colour = operandOf(canvas, line.style.colour);
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
    canvas.operators.push(`${operandOf(canvas, colour)} rg ${paths.join(" ")} f`);
  }
}

export function drawRule(
  canvas: Canvas,
  rule: { x: number; y: number; width: number; thickness: number; colour: string },
): void {
  const { x, y, width, thickness, colour } = rule;
  canvas.operators.push(
    `${operandOf(canvas, colour)} RG ${thickness} w ${points(x)} ${points(y)} m ${points(x + width)} ${points(y)} l S`,
  );
}

/** A picture of the document's resources, filling the box. */
export function drawPicture(canvas: Canvas, name: string, box: Box): void {
  const { x, y, width, height } = box;
  canvas.operators.push(
    `q ${points(width)} 0 0 ${points(height)} ${points(x)} ${points(y)} cm /${name} Do Q`,
  );
}

/** A picture that fills the box and keeps its shape: what does not fit is cut off on both sides alike. */
export function drawPictureWithin(
  canvas: Canvas,
  { name, width, height }: { name: string; width: number; height: number },
  box: Box,
): void {
  const scale = Math.max(box.width / width, box.height / height);
  const [wide, high] = [width * scale, height * scale];
  const [x, y] = [box.x - (wide - box.width) / 2, box.y - (high - box.height) / 2];
  const clip = [box.x, box.y, box.width, box.height].map(points).join(" ");
  canvas.operators.push(
    `q ${clip} re W n ${points(wide)} 0 0 ${points(high)} ${points(x)} ${points(y)} cm /${name} Do Q`,
  );
}

/** Marks what `draw` puts on the page as decoration that nobody needs read out (PDF 32000-1, 14.8.2.2). */
export function asArtifact(canvas: Canvas, draw: () => void, kind: "Layout" | "Pagination" = "Layout"): void {
  const start = canvas.operators.length;
  canvas.operators.push(`/Artifact <</Type /${kind}>> BDC`);
  draw();
  if (canvas.operators.length === start + 1) canvas.operators.pop();
  else canvas.operators.push("EMC");
}

/** The agency's two colours by name, any other as it is. */
function operandOf(canvas: Canvas, colour: string): string {
  return colour === "accent" || colour === "second" ? canvas.palette[colour] : colour;
}

/** Hundredths of a point: 3.5 µm, finer than any printer. */
function points(value: number): string {
  return String(Math.round(value * 100) / 100);
}
