import type { TextAnalysis } from "../analysis/analyse-text.ts";
import { type Keyword, keywordKey } from "../analysis/extract-keywords.ts";
import { splitWords } from "../analysis/split-words.ts";
import { type Grade, grade } from "./grade.ts";

/** Occurrences from which a noun is a focus; our editorial choice. */
const focusCount = { good: 3, fair: 2 };
/** Share of all words above which a repeated noun reads as stuffing, which Google's spam policies name without a number; our choice. */
const stuffingShare = { good: 0.05, fair: 0.08 };
const shares = { title: 0.4, lead: 0.3, frequency: 0.3 };
/** Leading nouns of which the best placed one counts as the focus. */
const candidatesMax = 3;
/** Shortest body in which a share says something, in words. */
const stuffingWordsMin = 100;

/** Grades whether one noun leads through title, lead and body, without being stuffed in. */
export function gradeKeyword(analysis: TextAnalysis): Grade {
  const [top] = analysis.keywords;
  if (top === undefined || top.count < 2) {
    return {
      value: 0,
      note: "Kein Hauptwort kehrt wieder. Legen Sie einen Suchbegriff fest, und nennen Sie ihn im Titel, im Vorspann und im Text.",
    };
  }
  const titleKeys = new Set(splitWords(analysis.title ?? "").map(keywordKey));
  const leadKeys = new Set(
    (analysis.paragraphs[0]?.sentences ?? []).flatMap((sentence) => sentence.words).map(keywordKey),
  );
  const rated = analysis.keywords
    .slice(0, candidatesMax)
    .filter((keyword) => keyword.count >= Math.max(2, top.count / 2))
    .map((keyword) => rate(keyword, titleKeys, leadKeys, analysis.wordCount));
  const best = rated.reduce((a, b) => (b.value > a.value ? b : a));
  const word = `„${best.keyword.word}“`;
  if (best.stuffing < 1) {
    return {
      value: best.value,
      note: `${word} kommt ${best.keyword.count}-mal vor und wirkt überladen. Ersetzen Sie einen Teil durch Umschreibungen.`,
    };
  }
  const missing: string[] = [];
  if (!best.inTitle) missing.push("im Titel");
  if (!best.inLead) missing.push("im ersten Absatz");
  if (best.keyword.count < focusCount.good) missing.push("ein weiteres Mal im Text");
  if (missing.length === 0) return { value: 1, note: `${word} führt durch Titel, Vorspann und Text.` };
  return {
    value: best.value,
    note: `Der Schwerpunkt ist ${word}. Nennen Sie das Wort auch ${missing.join(", ")}.`,
  };
}

function rate(
  keyword: Keyword,
  titleKeys: ReadonlySet<string>,
  leadKeys: ReadonlySet<string>,
  wordCount: number,
) {
  const inTitle = titleKeys.has(keyword.key);
  const inLead = leadKeys.has(keyword.key);
  const stuffing = wordCount < stuffingWordsMin ? 1 : grade(keyword.count / wordCount, stuffingShare);
  const value =
    stuffing *
    ((inTitle ? shares.title : 0) +
      (inLead ? shares.lead : 0) +
      shares.frequency * grade(keyword.count, focusCount));
  return { keyword, inTitle, inLead, stuffing, value };
}
