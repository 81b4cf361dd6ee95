import { describe, expect, test } from "bun:test";
import { readText } from "../../service/newsroom/read-text.ts";
import { textCharactersMax } from "../../service/newsroom/text-limits.ts";
import { growthProblem } from "../support/growth.ts";
import { drawPattern } from "../support/hostile-patterns.ts";
import { seededChance } from "../support/seeded-chance.ts";
import { knownNesting, knownPatterns, markdownParts } from "./support/markdown-parts.ts";

/** The worst takes 0.4 s on an idle machine. */
const limits = { length: textCharactersMax, timeMaxMs: 3_000 };
const timeoutMs = 120_000;

describe("a text of full length", () => {
  test(
    "that attackers know takes time in proportion to its length",
    () => {
      const problems = [...knownPatterns, ...knownNesting].map((pattern) =>
        growthProblem(pattern, readText, limits),
      );
      expect(problems.filter((problem) => problem !== null)).toEqual([]);
    },
    timeoutMs,
  );

  /** `bun run test:fuzz --markdown N` draws thousands. */
  test(
    "that was drawn does so too",
    () => {
      const chance = seededChance(20_261_122);
      const problems = Array.from({ length: 60 }, () =>
        growthProblem(drawPattern(chance, markdownParts), readText, limits),
      );
      expect(problems.filter((problem) => problem !== null)).toEqual([]);
    },
    timeoutMs,
  );

  test("is measured by a check that sees the square", () => {
    const square = (text: string) => {
      let sum = 0;
      for (let one = 0; one < text.length; one += 1) for (const _ of text) sum += 1;
      return sum;
    };
    const pattern = { name: "a", fill: (length: number) => "a".repeat(length) };
    expect(growthProblem(pattern, square, { length: 16_000, timeMaxMs: 60_000 })).toContain("for a quarter");
  });
});
