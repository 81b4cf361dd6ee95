import { type ComparedRelease, compareArticle } from "./compare.ts";
import { readArticle } from "./read-article.ts";
import type { Comparison } from "./schema.ts";

/** A teaser in front of a paid article, or a page that a script fills: nothing can be said of them. */
const articleWordsMin = 20;

/** Holds an article's page against a release; null where the page has no article that can be read. Runs in a thread, as `readArticle` does. */
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
    // The parser throws for pages that are nested too deeply, or are no HTML at all.
    return null;
  }
}
