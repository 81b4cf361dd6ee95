import { createHash } from "node:crypto";
import { toNormalForm } from "../../../floor/strings/normal-form.ts";
import { findQuotes } from "../../../press-text/analysis/find-numbers-and-quotes.ts";
import { plainText } from "../../../press-text/analysis/plain-text.ts";
import { splitBlocks } from "../../../press-text/analysis/split-blocks.ts";
import { comparableName, pageAddress } from "../providers/rules.ts";
import { findRuns } from "./find-runs.ts";
import type { Comparison } from "./schema.ts";

/** Soft hyphens and joiners of no width, which a page has within words. */
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
/** Names of two letters stand for anything. */
const nameCharactersMin = 3;

/** The comparison's version. Another way of counting gets the next one, so that figures of both are told apart. */
const algorithm = 1;

/** What an article is compared with. */
export type ComparedRelease = {
  title: string;
  subtitle: string | null;
  bodyMarkdown: string;
  /** What the client says of itself under each release: no part of the news, and left out where it stands in the text. */
  boilerplates: string[];
  /** The client's name, its products and other spellings. */
  clientNames: string[];
  /** Addresses of the release and of its newsroom, in each of the ways that they can be called. */
  addresses: { release: string[]; newsroom: string[] };
};

export type ArticleLink = { url: string; rel: string };
export type Article = { title: string; text: string; links: ArticleLink[] };

/** Fewer are stock phrases: "im vergangenen Jahr um zwölf Prozent" is nobody's. */
const runWordsMin = 5;
/** A book. Of a page without end the beginning is read. */
const articleWordsMax = 100_000;
/** The longest text in words of one letter. Some single signs stand for four words, and would make it six times as long. */
const releaseWordsMax = 50_000;
/** "Wir freuen uns sehr darüber" stands in any text. */
const quotationWordsMin = 6;
/** So much of a quotation in a row or in parts is no chance any more. */
const quotationPartWordsMin = 8;
const quotationPartShare = 0.5;
/** More quotations than a release has. */
const quotationsMax = 50;
const fullText = { takenShare: 0.6, verbatimShare: 0.5 };
const excerptWordsMin = 12;
const relCharactersMax = 100;

/** How much of a release stands in an article, and what the article is by that. The time grows with the length of both alone. */
export function compareArticle(article: Article, release: ComparedRelease): Comparison {
  const { words: releaseWords, quotations } = wordsOfRelease(release);
  const articleWords = comparableWords(`${article.title}\n${article.text}`).slice(0, articleWordsMax);
  const runs = findRuns(releaseWords, articleWords, runWordsMin);
  const figures = {
    takenShare: share(runs.inFirst),
    verbatimShare: share(runs.inSecond),
    longestRunWords: runs.longest,
    articleWords: articleWords.length,
    releaseWords: releaseWords.length,
    quotations: quotations.flatMap(({ from, to }, index) => taken(runs.inFirst.slice(from, to), index + 1)),
    releaseQuotations: quotations.length,
    link: findLink(article.links, release.addresses),
    articleSha256: hashOf(articleWords),
    releaseSha256: hashOf(releaseWords),
    algorithm,
  };
  return { ...figures, matchType: matchTypeOf(figures, clientNamedIn(articleWords, release.clientNames)) };
}

function matchTypeOf(figures: Omit<Comparison, "matchType">, isNamed: boolean): Comparison["matchType"] {
  const { takenShare, verbatimShare, longestRunWords, quotations, link } = figures;
  if (takenShare >= fullText.takenShare && verbatimShare >= fullText.verbatimShare) return "full_text";
  if (longestRunWords >= excerptWordsMin || quotations.length > 0) return "excerpt";
  if (link !== null) return "link";
  return isNamed ? "mention" : "none";
}

type Range = { from: number; to: number };

/** The words of a release without what follows it: who the client is, whom to ask. Its quotations are ranges of them. */
function wordsOfRelease(release: ComparedRelease): { words: string[]; quotations: Range[] } {
  const stock = new Set(release.boilerplates.flatMap(paragraphsOf).map(keyOf));
  const words: string[] = comparableWords(`${release.title}\n${release.subtitle ?? ""}`);
  const quotations: Range[] = [];
  for (const { role, text } of splitBlocks(`${release.title}\n\n${plainText(release.bodyMarkdown)}`).slice(
    1,
  )) {
    if (role === "boilerplate" || role === "contact" || stock.has(keyOf(text))) continue;
    let at = 0;
    for (const { text: quoted } of findQuotes(text)) {
      const start = text.indexOf(quoted, at);
      for (const word of comparableWords(text.slice(at, start))) words.push(word);
      const from = words.length;
      for (const word of comparableWords(quoted)) words.push(word);
      at = start + quoted.length;
      if (words.length - from >= quotationWordsMin) quotations.push({ from, to: words.length });
    }
    for (const word of comparableWords(text.slice(at))) words.push(word);
  }
  return {
    words: words.slice(0, releaseWordsMax),
    quotations: quotations.filter(({ to }) => to <= releaseWordsMax).slice(0, quotationsMax),
  };
}

function paragraphsOf(boilerplate: string): string[] {
  return splitBlocks(plainText(boilerplate)).map(({ text }) => text);
}

function keyOf(paragraph: string): string {
  return comparableWords(paragraph).join(" ");
}

function taken(words: readonly boolean[], number: number): Comparison["quotations"] {
  const count = words.filter(Boolean).length;
  if (count === words.length) return [{ number, taken: "whole" }];
  const isPart = count >= quotationPartWordsMin && count / words.length >= quotationPartShare;
  return isPart ? [{ number, taken: "part" }] : [];
}

/** A link to the release counts before one to the newsroom, whichever stands first. */
function findLink(
  links: readonly ArticleLink[],
  addresses: ComparedRelease["addresses"],
): Comparison["link"] {
  for (const target of ["release", "newsroom"] as const) {
    const pages = addresses[target].flatMap((url) => pageAddress(url) ?? []);
    const link = links.find(({ url }) => {
      const address = pageAddress(url);
      return pages.some((page) => address === page || address?.startsWith(`${page}/`));
    });
    if (link === undefined) continue;
    const rel = link.rel.trim().toLowerCase().replaceAll(/\s+/g, " ").slice(0, relCharactersMax);
    return { target, rel: rel === "" ? null : rel };
  }
  return null;
}

function share(words: readonly boolean[]): number {
  if (words.length === 0) return 0;
  // Four decimals, as all shares of a report have.
  return Math.round((words.filter(Boolean).length / words.length) * 10_000) / 10_000;
}

/** Of the words alone: another layout is no other text. */
function hashOf(words: readonly string[]): string {
  return createHash("sha256").update(words.join(" ")).digest("hex");
}

/** The words of a text as they are compared: one form of each letter, in lower case, `ss` for `ß` as capitals and the Swiss have it. */
function comparableWords(text: string): string[] {
  const letters = toNormalForm(text, "NFKC").replace(invisible, "").toLowerCase().replaceAll("ß", "ss");
  return letters.match(wordPattern) ?? [];
}

/** Whether a text has one of the client's names, its legal form aside, in any case of German grammar ("des Verlags", "der Stadtwerken"). */
function clientNamedIn(words: readonly string[], clientNames: readonly string[]): boolean {
  const names = clientNames
    .map((name) => comparableWords(comparableName(name)).map(stem))
    .filter((name) => name.join("").length >= nameCharactersMin);
  const stems = words.map(stem);
  return names.some((name) =>
    stems.some((_, at) => name.every((word, offset) => stems[at + offset] === word)),
  );
}

/** Without the ending of a case: enough for names, which are not conjugated. */
function stem(word: string): string {
  return word.length < 5 ? word : word.replace(/(?:e[mnrs]|[ens])$/, "");
}
