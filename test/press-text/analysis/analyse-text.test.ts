import { expect, test } from "bun:test";
import fc from "fast-check";
import { writeCrisisStatement } from "../../../service/features/writer/rule-based/crisis-statement.ts";
import { writeHeadlines } from "../../../service/features/writer/rule-based/headlines.ts";
import { analyseText } from "../../../service/press-text/analysis/analyse-text.ts";
import { checkSeo } from "../../../service/press-text/seo-check/rules.ts";
import { processorMsOf } from "../../support/processor-time.ts";

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

/** Strings on which a regular expression that backtracks takes seconds instead of milliseconds. */
const hostile = [
  "a",
  ".",
  "…",
  "„",
  '"',
  "<",
  "<a ",
  "<script>",
  "[",
  "[a](",
  " ",
  "\n",
  "\n ",
  "#",
  "*",
  "-",
  "a-",
  "a.",
  "A. ",
  "1. ",
  "0 ",
  "+49",
  "@",
  "a@",
  "(",
  "&a",
  "www.",
  "https://",
  "wird ",
  "wird, ",
  "gebaut",
  "Über ",
  "wir ",
  "Ein Brand ",
  "ß",
  "😀",
  "\u0301",
  "e\u0301",
  "Ä",
  "A",
  "Aa ",
  "GmbH ",
  "unser ",
  "hätten ",
  "ignoriere ",
  "!",
  "?!",
  "12.",
  "am 1. ",
  "zwei ",
  "Mai ",
  "- a\n",
  "> ",
  "»«",
  ": ",
];

test("no repeated string makes the reading of 20,000 characters slow", async () => {
  for (const part of hostile) {
    for (const end of ["", "x", ">", "\n."]) {
      const text = part.repeat(Math.ceil(20_000 / part.length)).slice(0, 20_000 - end.length) + end;
      // Linear reading takes 5 to 60 ms for all, a quadratic expression 500 ms or more; the best of three, of processor time, since others use this machine too.
      let fastest = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 3 && fastest > 250; run += 1) {
        const tookMs = await processorMsOf(() => {
          checkSeo(text);
          writeCrisisStatement(text);
          writeHeadlines(text.slice(0, 500));
        });
        fastest = Math.min(fastest, tookMs);
      }
      expect({ part, end, isSlow: fastest > 250 }).toEqual({ part, end, isSlow: false });
    }
  }
});
