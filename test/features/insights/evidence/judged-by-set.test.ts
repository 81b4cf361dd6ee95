import { expect, test } from "bun:test";
import { compareArticle } from "../../../../service/features/insights/evidence/compare.ts";
import { readArticle } from "../../../../service/features/insights/evidence/compare-page.ts";
import { comparedTypes } from "../../../../service/features/insights/evidence/schema.ts";
import { generatedSet, type Labelled, writtenSet } from "./labelled-set.ts";

/** Of each type, in both sets. */
const least = 0.95;

for (const [name, set, releases] of [
  ["60 releases made of sentences", generatedSet(), 60],
  ["20 releases written beforehand", writtenSet(), 20],
] as const) {
  test(`What articles are is told right by the text alone: ${name}`, () => {
    expect(set.length).toBe(releases * 7);
    const judged = set.map((labelled) => ({ ...labelled, found: typeOf(labelled) }));
    const wrong = judged.filter(({ expected, found }) => expected !== found);
    for (const { name, made, found } of wrong) console.log(`${name}: ${made} was taken for ${found}`);
    const rows = comparedTypes.map((type) => {
      const right = judged.filter(({ expected, found }) => expected === type && found === type).length;
      return {
        type,
        articles: judged.filter(({ expected }) => expected === type).length,
        precision: right / judged.filter(({ found }) => found === type).length,
        recall: right / judged.filter(({ expected }) => expected === type).length,
      };
    });
    console.table(rows);
    for (const { precision, recall } of rows) {
      expect(precision).toBeGreaterThanOrEqual(least);
      expect(recall).toBeGreaterThanOrEqual(least);
    }
    expect(wrong.filter(({ made }) => made === "unrelated")).toEqual([]);
  });
}

function typeOf({ html, url, release }: Labelled): string {
  const article = readArticle(html, url);
  return article === null ? "unreadable" : compareArticle(article, release).matchType;
}
