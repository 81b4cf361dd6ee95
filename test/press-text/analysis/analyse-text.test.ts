import { expect, test } from "bun:test";
import fc from "fast-check";
import { analyseText } from "../../../service/press-text/analysis/analyse-text.ts";

/** Fragments that steer the reading: abbreviations, marks, tags, addresses, invisible signs. */
const fragments = fc.oneof(
  fc.constantFrom(
    ". ",
    "! ",
    "… ",
    "„",
    "“",
    '"',
    "»",
    "«",
    "\n",
    "\n\n",
    "<",
    ">",
    "<p>",
    "</p>",
    "<script>",
    "&amp;",
    "[",
    "](",
    "#",
    "**",
    "z. B. ",
    "12. ",
    "Dr. ",
    "Über ",
    "Kontakt",
    "wird ",
    "wurde ",
    "gebaut ",
    "Haus ",
    "GmbH ",
    "https://",
    "www.",
    "@",
    "ä",
    "😀",
    "\u202e",
    "ا",
  ),
  fc.string({ unit: "grapheme", maxLength: 20 }),
);
const texts = fc.array(fragments, { maxLength: 120 }).map((parts) => parts.join(""));

test("any text is read without an error, and every sentence is part of it", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const analysis = analyseText(text);
      expect(analysis.sentences.map((sentence) => sentence.number)).toEqual(
        analysis.sentences.map((_, index) => index + 1),
      );
      expect(analysis.wordCount).toBe(
        analysis.sentences.reduce((sum, sentence) => sum + sentence.words.length, 0),
      );
      expect(Number.isFinite(analysis.readingEase ?? 0)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
