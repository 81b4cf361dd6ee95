import { expect, test } from "bun:test";
import { toNormalForm } from "../../../service/floor/strings/normal-form.ts";
import { growthProblem } from "../../support/growth.ts";
import { halves, repeated } from "../../support/hostile-patterns.ts";

const patterns = [
  halves("\u0315", "\u0316"),
  halves("\u0301", "\u0323"),
  halves("\u0f81", "\u0f73"),
  halves("\u{1d165}", "\u{1e8d0}"),
  repeated("\u0315", "\uff9e"),
  repeated("\u0315", "\u0316", "\u034f"),
  repeated("\u0344"),
  repeated("\u{16d67}"),
  repeated("\u1161"),
  repeated("\u1100", "\u1161", "\u11a8"),
  repeated("\ufdfa"),
  repeated("\ud83d"),
];

test.each(["NFC", "NFKC", "NFKD"] as const)("%s of a megabyte grows with the length", (form) => {
  const work = (text: string) => toNormalForm(text, form);
  // The first run compiles the expression.
  work("a\u0315".repeat(40));
  const problems = patterns.map((pattern) =>
    growthProblem(pattern, work, { length: 2 ** 20, timeMaxMs: 2_000 }),
  );
  expect(problems.filter((problem) => problem !== null)).toEqual([]);
});
