import { Readability } from "@mozilla/readability";
import { DOMParser } from "linkedom";
import { parseUrl } from "../../../floor/strings/parse-url.ts";
import { type Article, type ArticleLink, type ComparedRelease, compareArticle } from "./compare.ts";
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

/** Pages of portals have up to a thousand. */
const linksMax = 5_000;
/** Elements within a line: the word goes on behind them. All others end it. */
const inline = new Set("A ABBR B CITE CODE DFN EM I INS MARK Q S SMALL SPAN STRONG SUB SUP U WBR".split(" "));
/** What search engines ask of pages that show their beginning alone (schema.org). */
const paidOnly = /"isAccessibleForFree"\s*:\s*"?false/i;
/** `nodeType` and `whatToShow` of DOM: elements and texts. */
const textNode = 3;
const elementsAndTexts = 1 | 4;

/**
 * The article of a page, without what stands around it, and the links of the whole page; null where nothing on it is one, or only its
 * beginning is shown. It runs in
 * a thread: elements within elements by the thousand take minutes.
 */
export function readArticle(html: string, url: string): Article | null {
  if (paidOnly.test(html)) return null;
  const page = /<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`;
  // linkedom has types of its own, and what is used here of its documents is as in browsers.
  const document = new DOMParser().parseFromString(page, "text/html") as unknown as Document;
  // Before the article is looked for: that takes the page apart.
  const links = linksOf(document, url);
  const article = new Readability<Node>(document, { serializer: (node) => node }).parse();
  if (article?.content === null || article?.content === undefined) return null;
  return { title: article.title ?? "", text: textOf(document, article.content), links };
}

function linksOf(document: Document, url: string): ArticleLink[] {
  return [...document.querySelectorAll("a[href]")].slice(0, linksMax).flatMap((element) => {
    const href = element.getAttribute("href") ?? "";
    const target = parseUrl(href, url);
    return target === null ? [] : { url: target.href, rel: element.getAttribute("rel") ?? "" };
  });
}

function textOf(document: Document, root: Node): string {
  const walker = document.createTreeWalker(root, elementsAndTexts);
  const parts: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.nodeType === textNode) parts.push(node.textContent ?? "");
    if (node.nodeType !== textNode && !inline.has(node.nodeName)) parts.push("\n");
  }
  return parts.join("");
}
