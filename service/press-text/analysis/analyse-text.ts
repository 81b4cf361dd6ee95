import { type Keyword, rankKeywords } from "./extract-keywords.ts";
import { findFillerWords } from "./find-filler-words.ts";
import { findNumbers, findQuotes, type Quote } from "./find-numbers-and-quotes.ts";
import { hasPassive } from "./find-passive.ts";
import { plainText } from "./plain-text.ts";
import { readingEase } from "./reading-ease.ts";
import { type Block, splitBlocks } from "./split-blocks.ts";
import { splitSentences } from "./split-sentences.ts";
import { splitWords } from "./split-words.ts";

/** `number` counts from 1 through the body, title and end matter excluded, as a reader would count. */
export type Sentence = {
  number: number;
  text: string;
  words: string[];
  isPassive: boolean;
  fillers: string[];
};
type Paragraph = { number: number; text: string; sentences: Sentence[]; wordCount: number };
export type TextAnalysis = {
  blocks: Block[];
  title: string | null;
  headings: string[];
  /** The first body paragraph, or "" without one. */
  lead: string;
  paragraphs: Paragraph[];
  sentences: Sentence[];
  wordCount: number;
  /** Characters of the body, spaces included. */
  bodyLength: number;
  readingEase: number | null;
  numbers: string[];
  quotes: Quote[];
  keywords: Keyword[];
};

/** Reads a German press text: its parts, and what can be counted in its body. Pure; linear in the text's length. */
export function analyseText(text: string): TextAnalysis {
  const blocks = splitBlocks(plainText(text));
  const title = blocks.find((block) => block.role === "title")?.text ?? null;
  const body = blocks.filter((block) => block.role === "body");
  const paragraphs = numberParagraphs(body.map((block) => block.text));
  const sentences = paragraphs.flatMap((paragraph) => paragraph.sentences);
  const words = sentences.flatMap((sentence) => sentence.words);
  const titleWords = title === null ? [] : [splitWords(title)];
  return {
    blocks,
    title,
    headings: blocks.filter((block) => block.role === "heading").map((block) => block.text),
    lead: paragraphs[0]?.text ?? "",
    paragraphs,
    sentences,
    wordCount: words.length,
    bodyLength: body.reduce((sum, block) => sum + block.text.length, 0),
    readingEase: readingEase(sentences.map((sentence) => sentence.words)),
    numbers: findNumbers(words),
    quotes: body.flatMap((block) => findQuotes(block.text)),
    keywords: rankKeywords([...titleWords, ...sentences.map((sentence) => sentence.words)]),
  };
}

function numberParagraphs(texts: readonly string[]): Paragraph[] {
  let sentenceNumber = 0;
  return texts.map((text, index) => {
    const sentences = splitSentences(text).map((sentence) => {
      sentenceNumber += 1;
      const words = splitWords(sentence);
      return {
        number: sentenceNumber,
        text: sentence,
        words,
        isPassive: hasPassive(sentence),
        fillers: findFillerWords(words),
      };
    });
    return {
      number: index + 1,
      text,
      sentences,
      wordCount: sentences.reduce((sum, one) => sum + one.words.length, 0),
    };
  });
}
