import { type PDFContext, PDFHexString, type PDFRef } from "pdf-lib";
import { plainText } from "./plain-text.ts";
import type { Glyph, Typeface } from "./typeface.ts";

/**
 * The use of one typeface in one document: numbers its characters and, at the end, writes the font objects.
 * Ours in place of pdf-lib's `embedFont`, which shapes each text and cuts the font anew for every document: that draws a
 * twenty-fifth of the documents a second.
 */
export type FontUse = {
  typeface: Typeface;
  resourceName: string;
  /** Width in points. */
  widthOf(text: string, size: number): number;
  /** The operand of a `TJ` operator: hexadecimal character numbers with kerning between them. */
  encode(text: string): string;
  write(context: PDFContext): PDFRef;
};

type Entry = { glyph: Glyph; codePoint: number };

/**
 * Characters that every document gets, used or not: nearly all reports need no other, so that the subset of the font is the
 * same for all and is computed once per process.
 */
const baseCharacters =
  " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_abcdefghijklmnopqrstuvwxyz{|}" +
  "ÄÖÜäöüßẞ€§–—„“”‚‘’»«…·×−±→²³ÀÁÂÇÈÉÊËÍÎÑÓÔÚÅÆØàáâçèéêëíîïñóôúåæø";

/** Starts the use of a typeface in a document; `resourceName` is its name in the pages' resources, such as `F1`. */
export function useFont(typeface: Typeface, resourceName: string): FontUse {
  const hexNumbers = new Map<number, string>();
  const entries: Entry[] = [{ glyph: { id: 0, advance: 0, isMissing: true }, codePoint: 0 }];

  function hexNumberOf(codePoint: number, glyph: Glyph): string {
    const known = hexNumbers.get(codePoint);
    if (known !== undefined) {
      return known;
    }
    const number = fourHexDigits(entries.push({ glyph, codePoint }) - 1);
    hexNumbers.set(codePoint, number);
    return number;
  }

  for (const character of baseCharacters) {
    const codePoint = character.codePointAt(0) ?? 0;
    hexNumberOf(codePoint, typeface.glyphOf(codePoint));
  }
  return {
    typeface,
    resourceName,
    widthOf: (text, size) => (advanceOf(typeface, text) * size) / 1000,
    encode: (text) => {
      let operand = "[<";
      eachGlyph(typeface, text, (glyph, codePoint, kerning) => {
        if (kerning !== 0) {
          // A positive number in TJ moves to the left.
          operand += `>${-kerning}<`;
        }
        operand += hexNumberOf(codePoint, glyph);
      });
      return `${operand}>]`;
    },
    write: (context) => writeFont(context, typeface, entries),
  };
}

function advanceOf(typeface: Typeface, text: string): number {
  let advance = 0;
  eachGlyph(typeface, text, (glyph, _codePoint, kerning) => {
    advance += glyph.advance + kerning;
  });
  return advance;
}

function eachGlyph(
  typeface: Typeface,
  text: string,
  visit: (glyph: Glyph, codePoint: number, kerningBefore: number) => void,
): void {
  let left: number | undefined;
  for (const character of plainText(text)) {
    const codePoint = character.codePointAt(0) ?? 0;
    const kerning = left === undefined ? 0 : typeface.kerning(left, codePoint);
    visit(typeface.glyphOf(codePoint), codePoint, kerning);
    left = codePoint;
  }
}

/** Composite font (PDF 32000-1, 9.7): one character number per code point, so that two that share a glyph copy as themselves. */
function writeFont(context: PDFContext, typeface: Typeface, entries: readonly Entry[]): PDFRef {
  const glyphIds = [...new Set(entries.map((entry) => entry.glyph.id))];
  const file = fontFileOf(context, typeface, glyphIds);
  const position = new Map(glyphIds.map((id, index) => [id, index]));
  const name = `${subsetTag(glyphIds)}+${typeface.name}`;
  const widths = context.obj([0, entries.map((entry) => Math.round(entry.glyph.advance))]);
  const descriptor = context.register(
    context.obj({
      Type: "FontDescriptor",
      FontName: name,
      Flags: 4,
      FontBBox: typeface.boundingBox,
      ItalicAngle: 0,
      Ascent: typeface.ascent,
      Descent: typeface.descent,
      CapHeight: typeface.capHeight,
      StemV: 80,
      FontFile2: context.register(
        context.stream(file.deflated, { Filter: "FlateDecode", Length1: file.length }),
      ),
    }),
  );
  const glyphMap = new Uint8Array(entries.length * 2);
  entries.forEach((entry, number) => {
    new DataView(glyphMap.buffer).setUint16(number * 2, position.get(entry.glyph.id) ?? 0);
  });
  const descendant = context.register(
    context.obj({
      Type: "Font",
      Subtype: "CIDFontType2",
      BaseFont: name,
      CIDSystemInfo: {
        Registry: PDFHexString.of("41646F6265"),
        Ordering: PDFHexString.of("4964656E74697479"),
        Supplement: 0,
      },
      FontDescriptor: descriptor,
      DW: 0,
      W: widths,
      CIDToGIDMap: context.register(context.flateStream(glyphMap)),
    }),
  );
  return context.register(
    context.obj({
      Type: "Font",
      Subtype: "Type0",
      BaseFont: name,
      Encoding: "Identity-H",
      DescendantFonts: [descendant],
      ToUnicode: context.register(context.flateStream(unicodeMap(entries))),
    }),
  );
}

type FontFile = { key: string; deflated: Uint8Array; length: number };

const baseFiles = new WeakMap<Typeface, FontFile>();

function fontFileOf(context: PDFContext, typeface: Typeface, glyphIds: readonly number[]): FontFile {
  const key = glyphIds.join(" ");
  const known = baseFiles.get(typeface);
  if (known?.key === key) {
    return known;
  }
  const subset = typeface.subset(glyphIds.slice(1));
  const file = { key, deflated: context.flateStream(subset).getContents(), length: subset.length };
  if (known === undefined || key.length < known.key.length) {
    // The shortest list seen is the base list: keep that one, the others are particular to their report.
    baseFiles.set(typeface, file);
  }
  return file;
}

/** Six capitals (PDF 32000-1, 9.6.4), derived from the glyphs so that equal reports give equal bytes. */
function subsetTag(glyphIds: readonly number[]): string {
  let hash = 0;
  for (const id of glyphIds) {
    hash = (Math.imul(hash, 31) + id) >>> 0;
  }
  let tag = "";
  for (let index = 0; index < 6; index += 1) {
    tag += String.fromCharCode(65 + (hash % 26));
    hash = Math.floor(hash / 26);
  }
  return tag;
}

/** Entries of one `bfchar` block; the specification of CMaps allows no more. */
const blockEntriesMax = 100;

function unicodeMap(entries: readonly Entry[]): string {
  const lines = entries
    .slice(1)
    .map((entry, index) => `<${fourHexDigits(index + 1)}> <${utf16(entry.codePoint)}>`);
  const blocks: string[] = [];
  for (let start = 0; start < lines.length; start += blockEntriesMax) {
    const block = lines.slice(start, start + blockEntriesMax);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

function utf16(codePoint: number): string {
  const text = String.fromCodePoint(codePoint);
  return Array.from({ length: text.length }, (_, index) => fourHexDigits(text.charCodeAt(index))).join("");
}

function fourHexDigits(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, "0");
}
