import { describe, expect, test } from "bun:test";
import * as fontkit from "fontkit";
import { loadTypeface } from "../../../../service/features/reporting/exports/pdf/typeface.ts";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";

const fonts = await readReportFonts();
/** Simple and composite glyphs of all three scripts. */
const letters = "AzÄÖÜßẞ€„“ŁłąężźİğŞşŐĲΩώΆЖёйњѣ½ﬁ²0123456789";

describe.each(["regular", "semibold"] as const)("a subset of the %s typeface", (weight) => {
  const typeface = loadTypeface(fonts[weight]);
  const glyphIds = [
    ...new Set(Array.from(letters, (letter) => typeface.glyphOf(letter.codePointAt(0) ?? 0).id)),
  ];

  test("draws each glyph as the whole font does, in the order asked for", () => {
    const whole = openFont(fonts[weight]);
    const subset = openFont(typeface.subset(glyphIds));
    expect(subset.numGlyphs).toBeGreaterThan(glyphIds.length);
    [0, ...glyphIds].forEach((id, position) => {
      const [drawn, original] = [subset.getGlyph(position), whole.getGlyph(id)];
      expect(drawn.path.toSVG()).toBe(original.path.toSVG());
      expect(drawn.advanceWidth).toBe(original.advanceWidth);
    });
  });

  test("is the same bytes each time, whatever was cut out before", () => {
    const first = typeface.subset(glyphIds);
    typeface.subset(glyphIds.toReversed());
    expect(Buffer.compare(first, typeface.subset(glyphIds))).toBe(0);
    expect(Buffer.compare(first, loadTypeface(fonts[weight]).subset(glyphIds))).toBe(0);
  });
});

test("a file that is no font is refused", () => {
  expect(() => loadTypeface(Buffer.from("This is a text."))).toThrow("Unknown font format");
});

function openFont(file: Uint8Array): fontkit.Font {
  const font = fontkit.create(Buffer.from(file));
  if (!("getGlyph" in font)) {
    throw new TypeError("The file holds several fonts.");
  }
  return font;
}
