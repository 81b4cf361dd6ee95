import { analyseText, type TextAnalysis } from "../analysis/analyse-text.ts";
import type { Criterion, Grade } from "./grade.ts";
import { gradeContact, gradeNumbers, gradeQuotes } from "./grade-evidence.ts";
import { gradeKeyword } from "./grade-keyword.ts";
import { gradeLead } from "./grade-lead.ts";
import { gradeFillerWords, gradePassive, gradeReadingEase, gradeSentenceLength } from "./grade-sentences.ts";
import { gradeLength, gradeParagraphs } from "./grade-size.ts";
import { gradeTitle } from "./grade-title.ts";

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
  { name: "Titel", weight: 12, needsWords: false, grade: gradeTitle },
  { name: "W-Fragen im Vorspann", weight: 14, needsWords: false, grade: gradeLead },
  { name: "Länge", weight: 10, needsWords: false, grade: gradeLength },
  { name: "Lesbarkeit", weight: 10, needsWords: true, grade: gradeReadingEase },
  { name: "Satzlänge", weight: 10, needsWords: true, grade: gradeSentenceLength },
  { name: "Absatzlänge", weight: 6, needsWords: true, grade: gradeParagraphs },
  { name: "Passiv", weight: 6, needsWords: true, grade: gradePassive },
  { name: "Füllwörter", weight: 8, needsWords: true, grade: gradeFillerWords },
  { name: "Zahlen", weight: 6, needsWords: false, grade: gradeNumbers },
  { name: "Zitate", weight: 6, needsWords: false, grade: gradeQuotes },
  { name: "Kontakt und Abspann", weight: 6, needsWords: false, grade: gradeContact },
  { name: "Keyword-Fokus", weight: 6, needsWords: false, grade: gradeKeyword },
];

/** Words of body text from which a share or a mean counts fully; our choice, about eight sentences. */
const gradedWordsMin = 100;

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
  const certainty = Math.min(1, analysis.wordCount / gradedWordsMin);
  const graded = criteria.map((criterion) => gradeBy(criterion, analysis, certainty));
  const score = graded.reduce((sum, one) => sum + one.criterion.weight * one.value, 0);
  return {
    score: Math.round(score * 10) / 10,
    criteria: graded.map(({ criterion, value, note, lostToShortness, isTooShort }) => ({
      name: criterion.name,
      status: statusOf(value + lostToShortness),
      note,
      ...(isTooShort && { isTooShort }),
    })),
    topTip: topTip(graded),
  };
}

type Graded = Grade & { criterion: Criterion; lostToShortness: number; isTooShort: boolean };

function gradeBy(criterion: Criterion, analysis: TextAnalysis, certainty: number): Graded {
  const { value, note } = criterion.grade(analysis);
  if (!criterion.needsWords || certainty === 1)
    return { criterion, value, note, lostToShortness: 0, isTooShort: false };
  const caution = `Das zählt erst ab ${gradedWordsMin} Wörtern voll (jetzt: ${analysis.wordCount}).`;
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

/** What is lost because the text is too short to be graded is gained by making it longer, so it counts for the length. */
function topTip(graded: readonly Graded[]): string {
  const lost = graded.reduce((sum, one) => sum + one.criterion.weight * one.lostToShortness, 0);
  let best: Graded | undefined;
  let bestGain = tolerance;
  for (const one of graded) {
    const own = one.criterion.weight * (1 - one.value - one.lostToShortness);
    const gain = one.criterion.grade === gradeLength ? own + lost : own;
    if (gain > bestGain) {
      best = one;
      bestGain = gain;
    }
  }
  return best === undefined ? nothingToChange : `${best.criterion.name}: ${best.note}`;
}
