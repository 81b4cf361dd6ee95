import { readText } from "../../service/press-text/markdown/read-text.ts";
import { textCharactersMax } from "../../service/press-text/markdown/text-limits.ts";
import { knownNesting, knownPatterns, markdownParts } from "../press-text/markdown/support/markdown-parts.ts";
import { growthProblem } from "../support/growth.ts";
import { drawPattern } from "../support/hostile-patterns.ts";
import { seededChance } from "../support/seeded-chance.ts";

/** The worst takes 0.4 s on an idle machine; readers are given plain paragraphs after 2 s. */
const timeMaxMs = 3_000;

/**
 * Reads texts of full length that are made to be slow, those that attackers know and `drawn` others, and returns what took
 * too long or grew faster than its text, one line each.
 */
export function fuzzMarkdown({ seed, drawn }: { seed: number; drawn: number }): string[] {
  const chance = seededChance(seed);
  const patterns = [
    ...knownPatterns,
    ...knownNesting,
    ...Array.from({ length: drawn }, () => drawPattern(chance, markdownParts)),
  ];
  return patterns.flatMap(
    (pattern) => growthProblem(pattern, readText, { length: textCharactersMax, timeMaxMs }) ?? [],
  );
}
