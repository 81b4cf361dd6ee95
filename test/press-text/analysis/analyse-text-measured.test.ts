import { expect, test } from "bun:test";
import { writeCrisisStatement } from "../../../service/features/writer/rule-based/crisis-statement.ts";
import { writeHeadlines } from "../../../service/features/writer/rule-based/headlines.ts";
import { checkSeo } from "../../../service/press-text/seo-check/rules.ts";
import { processorMsOf } from "../../support/processor-time.ts";

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
      // Linear reading takes 5 to 60 ms for all, a quadratic expression 500 ms or more; the best of three, of processor time, since others
      // use this machine too.
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
