import { expect, test } from "bun:test";
import { readCrisisStatementRequest } from "../../../service/edges/public-tools/crisis-pr/schema.ts";
import { toolMessages } from "../../../service/edges/public-tools/messages.ts";
import { readSeoCheckRequest } from "../../../service/edges/public-tools/seo-checker/schema.ts";
import { growthProblem } from "../../support/growth.ts";
import { halves, repeated } from "../../support/hostile-patterns.ts";

const length = 256 * 1024;
const patterns = [
  halves("\u0315", "\u0316"),
  halves("\u0f81", "\u0f73"),
  repeated("\u0315", "\uff9e"),
  repeated("\u{16d67}"),
  repeated("\u0344"),
  repeated("\u2028"),
  repeated("\ud83d"),
  repeated(" "),
];

test("a body of marks is read at once by the tools", () => {
  for (const read of [
    (text: string) => readCrisisStatementRequest({ problem: text }),
    (text: string) => readSeoCheckRequest({ text }),
  ]) {
    const problems = patterns.map((pattern) => growthProblem(pattern, read, { length, timeMaxMs: 400 }));
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  }
});

test("what is too long is said to be, before and after it is cleaned", () => {
  const tooLong = { ok: false, message: toolMessages.problemTooLong } as const;
  for (const text of [
    "x".repeat(20_001),
    `${" ".repeat(139_999)}${"x".repeat(20_001)}`,
    "\u0315".repeat(130_900),
  ])
    expect(readCrisisStatementRequest({ problem: text })).toEqual(tooLong);
});
