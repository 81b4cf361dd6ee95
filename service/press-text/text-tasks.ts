import { analyseText } from "./analysis/analyse-text.ts";
import { compareTexts, type TextPart } from "./compare-texts.ts";
import { findTerms, type TermHit, type TermQuestion } from "./find-terms.ts";
import type { PressText } from "./markdown/press-text.ts";
import { readText } from "./markdown/read-text.ts";
import { type Passage, readPassages } from "./passages/read-passages.ts";
import { checkSeo, type SeoCheck } from "./seo-check/rules.ts";

/** What of an analysis proposals for search engines are made of. */
export type TextOutline = { lead: string; sentences: string[]; keywords: string[] };

/** All that takes more than a moment with a long text; a thread does it. */
export type TextTasks = {
  read: { input: string; output: PressText };
  findTerms: { input: TermQuestion; output: TermHit[] };
  compare: { input: { before: string; after: string }[]; output: TextPart[][] };
  passages: { input: { before: string | null; after: string }; output: Passage[] };
  outline: { input: string; output: TextOutline };
  checkSeo: { input: string; output: SeoCheck };
};

export const textTasks: {
  [Task in keyof TextTasks]: (input: TextTasks[Task]["input"]) => TextTasks[Task]["output"];
} = {
  read: readText,
  findTerms,
  compare: (pairs) => pairs.map(({ before, after }) => compareTexts(before, after)),
  passages: readPassages,
  outline: outlineText,
  checkSeo,
};

function outlineText(text: string): TextOutline {
  const { lead, sentences, keywords } = analyseText(text);
  return {
    lead,
    sentences: sentences.map((sentence) => sentence.text),
    keywords: keywords.map((keyword) => keyword.word),
  };
}
