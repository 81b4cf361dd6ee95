import { type ComparedRelease, compareArticle } from "./compare.ts";
import { readArticle } from "./read-article.ts";
import type { Comparison } from "./schema.ts";

/** A teaser in front of a paid article, or a page that a script fills: nothing can be said of them. */
const articleWordsMin = 20;

/** Holds an article's page against a release; null where the page has no article that can be read. For a thread, as `readArticle` is. */
export function comparePage(input: {
  html: string;
  url: string;
  release: ComparedRelease;
}): Comparison | null {
  try {
    const article = readArticle(input.html, input.url);
    const comparison = article === null ? null : compareArticle(article, input.release);
    return comparison !== null && comparison.articleWords >= articleWordsMin ? comparison : null;
  } catch {
    // Pages that nobody wrote by hand end the parser: too deep, or no tree at all.
    return null;
  }
}
