import * as fontkit from "fontkit";
import { boundedCache } from "../../../../floor/limits/bounded-cache.ts";

/** One glyph as a document needs it: its number in the font file and its advance in thousandths of the font size. */
export type Glyph = { id: number; advance: number; isMissing: boolean };

/** A parsed font file; parsing, glyph look-ups and kerning are paid for once a process. */
export type Typeface = {
  name: string;
  ascent: number;
  descent: number;
  capHeight: number;
  boundingBox: [number, number, number, number];
  glyphOf(codePoint: number): Glyph;
  /** Whole thousandths of the font size to add between two code points that are neighbours. */
  kerning(left: number, right: number): number;
  /** A font file with these glyphs only, in this order after `.notdef`. */
  subset(glyphIds: readonly number[]): Uint8Array;
};

/** Pairs kept in memory, about 100 bytes each; a long German report has about 1,500. */
const kerningPairsMax = 20_000;
/** Code points kept in memory; far above what the three scripts of our font hold. */
const glyphsMax = 20_000;
/** Drawn for what the font can't draw (emoji, Chinese): a hollow square, visible and plainly a stand-in. */
const placeholderCodePoint = 0x25a1;

/** Reads a TrueType file. Throws when the file is no font that fontkit reads. */
export function loadTypeface(file: Uint8Array): Typeface {
  const font = openFont(file);
  const scale = 1000 / font.unitsPerEm;
  const glyphOf = boundedCache(glyphsMax, (codePoint: number): Glyph => {
    const isMissing = !font.hasGlyphForCodePoint(codePoint);
    const glyph = font.glyphForCodePoint(isMissing ? placeholderCodePoint : codePoint);
    return { id: glyph.id, advance: glyph.advanceWidth * scale, isMissing };
  });
  const kerningOf = boundedCache(kerningPairsMax, (pair: string): number => {
    const run = font.layout(pair, { liga: false });
    const [first] = run.positions;
    // Two code points that shape into something else (a mark on its letter) keep their plain advances.
    if (run.glyphs.length !== 2 || first === undefined) return 0;
    return Math.round(first.xAdvance * scale - glyphOf(pair.codePointAt(0) ?? 0).advance);
  });

  return {
    name: font.postscriptName ?? "ReportFont",
    ascent: font.ascent * scale,
    descent: font.descent * scale,
    capHeight: font.capHeight * scale,
    boundingBox: [font.bbox.minX, font.bbox.minY, font.bbox.maxX, font.bbox.maxY],
    glyphOf,
    kerning: (left, right) => {
      if (glyphOf(left).isMissing || glyphOf(right).isMissing) return 0;
      return kerningOf(String.fromCodePoint(left, right));
    },
    subset: (glyphIds) => {
      const subset = font.createSubset();
      for (const id of glyphIds) {
        subset.includeGlyph(font.getGlyph(id));
      }
      return subset.encode();
    },
  };
}

function openFont(file: Uint8Array): fontkit.Font {
  const font = fontkit.create(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  if (!("createSubset" in font)) {
    throw new TypeError("A collection of fonts can't be embedded; give one TrueType file (.ttf).");
  }
  return font;
}
