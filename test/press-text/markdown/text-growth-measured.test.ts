import { expect, test } from "bun:test";
import { readText } from "../../../service/press-text/markdown/read-text.ts";
import { fuzzMarkdown } from "../../fuzz/fuzz-markdown.ts";
import { growthProblem } from "../../support/growth.ts";

/** 5 s on an idle core; `bun run test:fuzz --markdown N` draws thousands. */
const drawn = 15;
/** The same texts in each run of the suite: what fails, fails again. */
const seed = 20_261_122;

test("a Markdown text of full length takes time in proportion to its length, however hostile", () =>
  expect(fuzzMarkdown({ seed, drawn })).toEqual([]));

test("a picture whose long address stands in one definition is read in time, however often it is shown", () => {
  const pattern = {
    name: "long address",
    fill: (length: number) =>
      `[a]: https://a.de/${"ä".repeat(length / 2)}\n\n${"![a]".repeat(length / 9)}`.slice(0, length),
  };
  expect(growthProblem(pattern, readText, { length: 100_000, timeMaxMs: 2_000 })).toBeNull();
});

test("the check sees work that grows with the square", () => {
  const square = (text: string) => {
    let sum = 0;
    for (let one = 0; one < text.length; one += 1) for (const _ of text) sum += 1;
    return sum;
  };
  const pattern = { name: "a", fill: (length: number) => "a".repeat(length) };
  const look = () => growthProblem(pattern, square, { length: 12_000, timeMaxMs: 60_000 });
  // A look that others slow down while the quarter runs lets the square pass: it is no proof that the check is blind.
  expect(look() ?? look() ?? look()).toContain("for a quarter");
});
