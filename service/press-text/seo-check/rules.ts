import { analyseText, type TextAnalysis } from "../analysis/analyse-text.ts";
import type { Criterion, Judgement } from "./grade.ts";
import { judgeContact, judgeNumbers, judgeQuotes } from "./judge-evidence.ts";
import { judgeKeyword } from "./judge-keyword.ts";
import { judgeLead } from "./judge-lead.ts";
import { judgeFillerWords, judgePassive, judgeReadingEase, judgeSentenceLength } from "./judge-sentences.ts";
import { judgeLength, judgeParagraphs } from "./judge-size.ts";
import { judgeTitle } from "./judge-title.ts";

/** In Unicode code points. A text to be checked has no upper bound but its edge's; what lies beyond `analysed` is not read. */
export const textLength = { min: 50, analysed: 20_000 } as const;

export const criterionStatuses = ["gut", "mittel", "schlecht"] as const;
export type CriterionStatus = (typeof criterionStatuses)[number];

export type SeoCheck = {
  /** 0 to 100 with one decimal; 100 is best. */
  score: number;
  criteria: {
    name: string;
    status: CriterionStatus;
    note: string;
    /** There are too few words for a judgement: `status` says what those few look like. */
    isTooShort?: true;
  }[];
  topTip: string;
};

/**
 * The criteria and their weights, which sum to 100. Our editorial choice: a third for what decides whether the text is
 * opened (title, lead, keyword), a third for how it reads, a third for what an editor can use of it.
 */
export const criteria: readonly Criterion[] = [
  { name: "Titel", weight: 12, needsWords: false, judge: judgeTitle },
  { name: "W-Fragen im Vorspann", weight: 14, needsWords: false, judge: judgeLead },
  { name: "Länge", weight: 10, needsWords: false, judge: judgeLength },
  { name: "Lesbarkeit", weight: 10, needsWords: true, judge: judgeReadingEase },
  { name: "Satzlänge", weight: 10, needsWords: true, judge: judgeSentenceLength },
  { name: "Absatzlänge", weight: 6, needsWords: true, judge: judgeParagraphs },
  { name: "Passiv", weight: 6, needsWords: true, judge: judgePassive },
  { name: "Füllwörter", weight: 8, needsWords: true, judge: judgeFillerWords },
  { name: "Zahlen", weight: 6, needsWords: false, judge: judgeNumbers },
  { name: "Zitate", weight: 6, needsWords: false, judge: judgeQuotes },
  { name: "Kontakt und Abspann", weight: 6, needsWords: false, judge: judgeContact },
  { name: "Keyword-Fokus", weight: 6, needsWords: false, judge: judgeKeyword },
];

/** Words of body text from which a share or a mean counts fully; our choice, about eight sentences. */
const judgedWordsMin = 100;

const nothingToChange =
  "Alle Kriterien sind erfüllt. Prüfen Sie vor dem Versand nur noch Namen, Zahlen und Freigaben.";

/**
 * Checks a German press text: score 0 to 100 with one decimal, a note for each criterion, and the change that would raise
 * the score most. Deterministic. Reads the first 20,000 characters of the text; expects it cleaned and at least 50 long.
 */
export function checkSeo(text: string): SeoCheck {
  const analysis = analyseText(
    Array.from(text.slice(0, 2 * textLength.analysed))
      .slice(0, textLength.analysed)
      .join(""),
  );
  const certainty = Math.min(1, analysis.wordCount / judgedWordsMin);
  const judged = criteria.map((criterion) => judge(criterion, analysis, certainty));
  const score = judged.reduce((sum, one) => sum + one.criterion.weight * one.value, 0);
  return {
    score: Math.round(score * 10) / 10,
    criteria: judged.map(({ criterion, value, note, lostToShortness, isTooShort }) => ({
      name: criterion.name,
      status: statusOf(value + lostToShortness),
      note,
      ...(isTooShort && { isTooShort }),
    })),
    topTip: topTip(judged),
  };
}

type Judged = Judgement & { criterion: Criterion; lostToShortness: number; isTooShort: boolean };

function judge(criterion: Criterion, analysis: TextAnalysis, certainty: number): Judged {
  const { value, note } = criterion.judge(analysis);
  if (!criterion.needsWords || certainty === 1)
    return { criterion, value, note, lostToShortness: 0, isTooShort: false };
  const caution = `Das zählt erst ab ${judgedWordsMin} Wörtern voll (jetzt: ${analysis.wordCount}).`;
  return {
    criterion,
    value: value * certainty,
    note: `${note} ${caution}`,
    lostToShortness: value * (1 - certainty),
    isTooShort: true,
  };
}

/** Rounding of floating point sums must not turn "gut" into "mittel". */
const tolerance = 1e-9;

function statusOf(value: number): CriterionStatus {
  if (value >= 1 - tolerance) return "gut";
  return value >= 0.5 - tolerance ? "mittel" : "schlecht";
}

/** What is lost because the text is too short to be judged is gained by making it longer, so it counts for the length. */
function topTip(judged: readonly Judged[]): string {
  const lost = judged.reduce((sum, one) => sum + one.criterion.weight * one.lostToShortness, 0);
  let best: Judged | undefined;
  let bestGain = tolerance;
  for (const one of judged) {
    const own = one.criterion.weight * (1 - one.value - one.lostToShortness);
    const gain = one.criterion.judge === judgeLength ? own + lost : own;
    if (gain > bestGain) {
      best = one;
      bestGain = gain;
    }
  }
  return best === undefined ? nothingToChange : `${best.criterion.name}: ${best.note}`;
}
