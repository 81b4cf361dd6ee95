import { expect, test } from "bun:test";
import { formulaSafe } from "../../../service/floor/web/csv-line.ts";
import { growthProblem } from "../../support/growth.ts";
import { halves, repeated } from "../../support/hostile-patterns.ts";

/** A page of 500 contacts has a million characters of notes alone. */
const length = 64 * 1024;
const patterns = [
  halves("0", "x"),
  halves(".", "0"),
  repeated("0."),
  repeated("1e"),
  halves("\n", "="),
  repeated("\n'"),
  repeated(";="),
  repeated("\u200b"),
];

test("a cell of a table takes time by its length and not by the square of it", () => {
  const problems = patterns.map((pattern) => growthProblem(pattern, formulaSafe, { length, timeMaxMs: 400 }));
  expect(problems.filter((problem) => problem !== null)).toEqual([]);
});
