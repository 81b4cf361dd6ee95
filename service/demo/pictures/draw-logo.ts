import { readFile } from "node:fs/promises";
import { encode } from "fast-png";
import { create } from "fontkit";
import { createCoverage } from "../../features/media/card/coverage.ts";
import { drawLine } from "../../features/media/card/set-text.ts";
import { programFiles } from "../../program/program-files.ts";
import { colourOf } from "./draw-scene.ts";

const height = 120;
const textSize = 76;
/** A round mark, and the name behind it. */
const mark = { radius: 46, x: 56 } as const;
const textAt = 124;

/** Draws the logo of an invented client: a mark and a word in its colour, on nothing. */
export async function drawLogo(word: string, strong: string): Promise<Uint8Array> {
  const font = create(await readFile(programFiles.reportFonts.semibold));
  if (!("layout" in font)) throw new Error("The font's file holds a collection.");
  const textWidth = (font.layout(word).advanceWidth / font.unitsPerEm) * textSize;
  const width = Math.ceil(textAt + textWidth + 8);
  const coverage = createCoverage(width, height);
  drawLine(coverage, font, { text: word, size: textSize, at: { x: textAt, y: 86 } });
  const letters = coverage.read();
  const [red, green, blue] = colourOf(strong);
  const pixels = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const opacity = Math.max(letters[pixel] ?? 0, markAt(x, y));
    pixels.set([red, green, blue, Math.round(opacity * 255)], pixel * 4);
  }
  return encode({ width, height, channels: 4, data: pixels });
}

/** A disc with a slit, smooth at its edge. */
function markAt(x: number, y: number): number {
  const distance = Math.hypot(x - mark.x, y - height / 2);
  const slit = Math.min(1, Math.max(0, Math.abs(y - height / 2 + (x - mark.x) * 0.5) - 6));
  return Math.min(1, Math.max(0, mark.radius - distance)) * slit;
}
