import { encode } from "fast-png";
import { create, type Font } from "fontkit";
import { type Coverage, createCoverage } from "./coverage.ts";
import { breakLines, drawLine } from "./set-text.ts";

/** What stands on a card. */
export type Card = { width: number; height: number; title: string; clientName: string };

export type CardFonts = { regular: Uint8Array; semibold: Uint8Array };

/** Red, green, blue and where there is a fourth channel opacity of each pixel, row by row. */
export type Bitmap = { width: number; height: number; channels: number; data: ArrayLike<number> };

type Colour = readonly [number, number, number];

/** The newsroom's own colours. */
const paper: Colour = [252, 251, 248];
const ink: Colour = [23, 25, 28];
const soft: Colour = [86, 92, 100];
const mark: Colour = [194, 65, 12];

const margin = 80;
/** The largest at which the headline has its room. */
const titleSizes = [76, 66, 56, 48] as const;
const titleLinesMax = 5;
const nameSize = 34;
const lineHeight = 1.18;
/** The room of a logo, left above. */
const logoBox = { width: 420, height: 90 } as const;
const ruleHeight = 10;

/** Draws the picture of a release that has none, as a PNG: headline, and logo or name. Takes about 0.1 s. */
export function drawCard(card: Card, { fonts, logo }: { fonts: CardFonts; logo: Bitmap | null }): Uint8Array {
  const { width, height } = card;
  const [regular, semibold] = [openFont(fonts.regular), openFont(fonts.semibold)];
  const canvas = createCanvas(width, height);
  canvas.fill({ x: 0, y: 0, width, height }, paper);
  canvas.fill({ x: 0, y: height - ruleHeight, width, height: ruleHeight }, mark);
  const widthMax = width - 2 * margin;
  const name = createCoverage(width, height);
  const [line] =
    breakLines(regular, card.clientName, { size: nameSize, widthMax, linesMax: 1, isCut: true }) ?? [];
  const nameAt = logo === null ? { x: margin, y: margin + nameSize } : { x: margin, y: height - margin };
  if (line !== undefined) drawLine(name, regular, { text: line.text, size: nameSize, at: nameAt });
  canvas.paint(name, soft);
  if (logo !== null) canvas.place(logo);
  const headline = createCoverage(width, height);
  drawTitle(headline, semibold, card);
  canvas.paint(headline, ink);
  return encode({ width, height, channels: 3, data: canvas.rgb }, { zlib: { level: 3 } });
}

function drawTitle(coverage: Coverage, font: Font, { title, width, height }: Card): void {
  const widthMax = width - 2 * margin;
  for (const size of titleSizes) {
    const isCut = size === titleSizes.at(-1);
    const linesMax = size === titleSizes[0] ? titleLinesMax - 1 : titleLinesMax;
    const lines = breakLines(font, title, { size, widthMax, linesMax, isCut });
    if (lines === null) continue;
    const top = (height - lines.length * size * lineHeight) / 2 + size;
    lines.forEach(({ text }, index) => {
      drawLine(coverage, font, { text, size, at: { x: margin, y: top + index * size * lineHeight } });
    });
    return;
  }
}

type Box = { x: number; y: number; width: number; height: number };

function createCanvas(width: number, height: number) {
  const rgb = new Uint8Array(width * height * 3);
  const blend = (pixel: number, colour: Colour, share: number) => {
    colour.forEach((value, channel) => {
      const at = pixel * 3 + channel;
      rgb[at] = Math.round((rgb[at] ?? 0) * (1 - share) + value * share);
    });
  };
  return {
    rgb,
    fill(box: Box, colour: Colour) {
      for (let y = box.y; y < box.y + box.height; y += 1) {
        for (let x = box.x; x < box.x + box.width; x += 1) rgb.set(colour, (y * width + x) * 3);
      }
    },
    paint(coverage: Coverage, colour: Colour) {
      coverage.read().forEach((share, pixel) => {
        if (share > 0) blend(pixel, colour, share);
      });
    },
    /** Puts a picture that fits into its room left above. */
    place({ width: wide, height: high, channels, data }: Bitmap) {
      for (let y = 0; y < high; y += 1) {
        for (let x = 0; x < wide; x += 1) {
          const from = (y * wide + x) * channels;
          const colour: Colour = [data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0];
          const opacity = channels === 4 ? (data[from + 3] ?? 0) / 255 : 1;
          blend((y + margin - 10) * width + x + margin, colour, opacity);
        }
      }
    },
  };
}

/** How large a logo of this size is drawn; it is not enlarged. */
export function logoSize({ width, height }: { width: number; height: number }): {
  width: number;
  height: number;
} {
  const scale = Math.min(1, logoBox.width / width, logoBox.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function openFont(file: Uint8Array): Font {
  const font = create(Buffer.from(file));
  if (!("layout" in font)) throw new Error("The font's file holds a collection.");
  return font;
}
