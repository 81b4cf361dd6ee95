import { expect, test } from "bun:test";
import fc from "fast-check";
import { findTerms } from "../../service/press-text/find-terms.ts";

/** Few, so that terms and texts meet: letters whose case is odd, endings, marks, white space and characters of two units. */
const parts = [
  ..."aAbBeEnNsSßẞſiIİıkKKäÄωΩςσΣµμ",
  ...["\u0345", "\u0390", "\u1fd3", "\u03b0", "\u1fe3", "\ufb05", "\ufb06", "é", "e\u0301", "Ⓐ", "ⓐ"],
  ...["em", "en", "er", "es", "1", "½", "Ⅷ", "ⅷ", "😀", "𐐀", "𐐨", "\ud800"],
  ...[
    " ",
    "  ",
    "\n",
    "\t",
    "\u00a0",
    "\u2028",
    "\ufeff",
    "\u0085",
    "-",
    ".",
    "+",
    "(",
    "[",
    "\\",
    "^",
    "$",
    "*",
    "|",
    "/",
    "_",
  ],
];
const anyText = (lengthMax: number) =>
  fc
    .array(fc.constantFrom(...parts), { maxLength: lengthMax })
    .map((pieces) => pieces.join("").normalize("NFC"));
const anyTerm = anyText(5).filter((term) => term.trim() !== "");

test("the one pass finds what an expression for each term finds, at the same ranges", () => {
  fc.assert(
    fc.property(
      fc.array(anyTerm, { minLength: 1, maxLength: 8 }),
      fc.array(anyText(60), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 3 }),
      (terms, texts, rangesMax) => {
        expect(foundInOnePass(terms, texts, rangesMax)).toEqual(foundByPatterns(terms, texts, rangesMax));
      },
    ),
    { numRuns: 500 },
  );
});

test("every letter is the same in both cases as it is to an expression", () => {
  const cased = Array.from({ length: 0x110000 - 0x800 }, (_, at) =>
    String.fromCodePoint(at < 0xd800 ? at : at + 0x800),
  ).filter((letter) => letter.toLowerCase() !== letter || letter.toUpperCase() !== letter);
  expect(cased.length).toBeGreaterThan(2_000);
  for (let from = 0; from < cased.length; from += 25) {
    const terms = cased.slice(from, from + 25).map((letter) => `-${letter}-`);
    const text = terms.flatMap((term) => [term, term.toLowerCase(), term.toUpperCase()]).join(" ");
    expect(foundInOnePass(terms, [text], 1_000)).toEqual(foundByPatterns(terms, [text], 1_000));
  }
});

test("finds whole words with the endings of German, wherever they stand", () => {
  const found = (term: string, text: string) => foundInOnePass([term], [text], 3).length === 1;
  for (const text of ["billig", "Das ist BILLIGES Zeug", "(billige)", "ein\nbilligem"])
    expect(found("billig", text)).toBe(true);
  for (const text of ["unbillig", "Billigung", "billigt", "billigese", "billig1", ""])
    expect(found("billig", text)).toBe(false);
  expect(found("  guter   Preis ", "Zu\tguter \n Preisen")).toBe(true);
  expect(foundInOnePass(["a a"], ["a a a a a"], 3)[0]?.ranges).toEqual([
    { start: 0, end: 3 },
    { start: 4, end: 7 },
  ]);
});

test("finds a term in letters with marks of their own, and through what no reader sees", () => {
  const found = (term: string, text: string) => foundInOnePass([term], [text], 3)[0]?.ranges;
  for (const text of [
    "günstiges",
    "gu\u0308nstiges",
    "gün\u00adstig",
    "\u200bgünstig\u2060",
    "gün\u202estig",
  ])
    expect({ text, found: found("günstig", text) }).toEqual({
      text,
      found: [{ start: expect.any(Number), end: text.length }],
    });
  expect(found("gu\u0308nstig", "sehr günstig!")).toEqual([{ start: 5, end: 12 }]);
  expect(found("billig", "😀\ufe0fbillig")).toBeDefined();
  for (const text of ["Cafe\u0301", "Cafx\u030c", "Bu\u0308cafx"]) {
    expect(found("Cafe", text)).toBeUndefined();
    expect(found("Cafx", text)).toBeUndefined();
  }
});

/** What a term means, as one expression; it takes the product of terms and text, and is the measure of the one pass. */
function patternOf(term: string): RegExp {
  const escaped = term
    .trim()
    .replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
    .replace(/\s+/g, "\\s+");
  const word = "[\\p{L}\\p{N}]\\p{M}*";
  const isEnd = `(?![\\p{L}\\p{N}]|(?<=${word})\\p{M})`;
  return new RegExp(`(?<!${word})${escaped}(?:e|em|en|er|es|n|s)?${isEnd}`, "giu");
}

function foundByPatterns(terms: readonly string[], texts: readonly string[], rangesMax: number) {
  return texts.flatMap((text, at) =>
    terms.flatMap((written, term) => {
      const ranges = [...text.matchAll(patternOf(written))].map(({ index, 0: found }) => ({
        start: index,
        end: index + found.length,
      }));
      return ranges.length === 0 ? [] : [{ term, text: at, ranges: ranges.slice(0, rangesMax) }];
    }),
  );
}

function foundInOnePass(terms: readonly string[], texts: readonly string[], rangesMax: number) {
  return findTerms({ terms, texts, rangesMax }).toSorted((a, b) => a.text - b.text || a.term - b.term);
}
