import { answerTasks } from "../../../floor/concurrency/thread-tasks.ts";
import { type ComparedRelease, compareArticle } from "./compare.ts";
import { readArticle } from "./read-article.ts";
import type { Comparison } from "./schema.ts";

/** Null where the page has no article that can be read. */
export type ArticleTasks = {
  compare: { input: { html: string; url: string; release: ComparedRelease }; output: Comparison | null };
};

/** A teaser in front of a paid article, or a page that a script fills: nothing can be said of them. */
const articleWordsMin = 20;

answerTasks<ArticleTasks>({
  compare({ html, url, release }) {
    try {
      const article = readArticle(html, url);
      const comparison = article === null ? null : compareArticle(article, release);
      return comparison !== null && comparison.articleWords >= articleWordsMin ? comparison : null;
    } catch {
      // Pages that nobody wrote by hand end the parser: too deep, or no tree at all.
      return null;
    }
  },
});
