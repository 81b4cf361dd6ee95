import { type Keyword, rankKeywords } from "./extract-keywords.ts";
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

/** Words that can mostly be struck without loss (Wolf Schneider, Deutsch für Profis; Ludwig Reiners, Stilfibel). */
const fillers = new Set(
  `eigentlich natürlich sozusagen irgendwie irgendwo irgendwann quasi gewissermaßen durchaus wohl halt freilich
  bekanntlich selbstverständlich offensichtlich offenbar gewiss sicherlich zweifellos zweifelsohne überaus äußerst
  ungemein absolut total völlig extrem unglaublich wirklich tatsächlich letztlich letztendlich schlussendlich
  grundsätzlich prinzipiell generell insbesondere diesbezüglich dahingehend nichtsdestotrotz nichtsdestoweniger
  regelrecht geradezu gar ziemlich relativ vielleicht eventuell möglicherweise gegebenenfalls immerhin allerdings
  jedenfalls ohnehin sowieso schlichtweg schlicht höchst keineswegs mithin nunmehr demzufolge etwaig
  dementsprechend hierbei hiermit somit überhaupt sehr`.split(/\s+/),
);

/**
 * Stems of praise that says nothing a reader can check; editors strike it first. The list is our own choice,
 * from the usual complaints of editorial offices about press texts.
 */
const cliches =
  /^(?:innovativ|einzigartig|einmalig|revolutionär|bahnbrechend|wegweisend|zukunftsweisend|maßgeschneidert|ganzheitlich|state-of-the-art|weltklasse|erstklassig|hochwertig|namhaft|renommiert|kundenorientiert|lösungsorientiert|zukunftsorientiert|zukunftsfähig|nahtlos|optimal|perfekt|herausragend|außergewöhnlich|unvergleichlich|unschlagbar|sensationell|spektakulär|atemberaubend|phänomenal|synergie|mehrwert|gamechanger|game-changer|leidenschaftlich|passgenau|ultimativ|vollumfänglich|führende[rns]?$)/;

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

/** Returns the filler words and clichés of the words given, in order and as written. */
export function findFillerWords(words: readonly string[]): string[] {
  return words.filter((word) => {
    const lower = word.toLowerCase();
    return fillers.has(lower) || cliches.test(lower);
  });
}
