import type { ReportLanguage } from "../../reports/schema.ts";
import { englishFormats } from "./english-formats.ts";
import { englishLabels } from "./english-labels.ts";
import { englishTexts } from "./english-texts.ts";
import { germanFormats } from "./german-formats.ts";
import { germanLabels } from "./german-labels.ts";
import { germanTexts } from "./german-texts.ts";
import { englishGoals, germanGoals } from "./goal-texts.ts";

/** Everything that a report says in words, in one language. */
export type Wording = typeof germanWording;

export const germanWording = {
  language: "de" as ReportLanguage,
  formats: germanFormats,
  labels: germanLabels,
  texts: germanTexts,
  goals: germanGoals,
};
const english: Wording = {
  language: "en",
  formats: englishFormats,
  labels: englishLabels,
  texts: englishTexts,
  goals: englishGoals,
};

/** The words of a report: German where it says nothing of its language. */
export function wordingOf(report: { presentation?: { language: ReportLanguage } }): Wording {
  return report.presentation?.language === "en" ? english : germanWording;
}
