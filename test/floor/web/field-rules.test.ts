import { expect, test } from "bun:test";
import { lineProblem } from "../../../service/floor/web/field-rules.ts";

test.each([
  ["Anna", true],
  ["a", true],
  ["👩\u200d👧", true],
  ["", false],
  ["\u200b\u2060", false],
  ["\u00a0", false],
  ["a\nb", false],
  ["\ud83d", false],
  ["x".repeat(10), true],
  ["😀".repeat(10), true],
  ["😀".repeat(11), false],
])("%j as a name of 1 to 10 characters: %p", (name, isRight) => {
  expect(lineProblem("name", name, { min: 1, max: 10 }) === null).toBe(isRight);
});

test("nothing is a line where it may be empty", () => {
  expect(lineProblem("name", "", { min: 0, max: 10 })).toBe(null);
});
