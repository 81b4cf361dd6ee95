import type { Presentation, ReportLanguage } from "../../reports/schema.ts";
import { type EarlierWords, earlierWords } from "./earlier-words.ts";
import { englishFormats } from "./english-formats.ts";
import { englishLabels } from "./english-labels.ts";
import { englishTexts } from "./english-texts.ts";
import { germanFormats } from "./german-formats.ts";
import { germanLabels } from "./german-labels.ts";
import { germanTexts } from "./german-texts.ts";
import { englishGoals, germanGoals } from "./goal-texts.ts";

type Report = { presentation?: Pick<Presentation, "language" | "edition"> };

/** Everything that a report says in words, in one language. */
export type Wording = typeof germanWording;

export const germanWording = {
  language: "de" as ReportLanguage,
  /** Left out of the words that reports of before edition 2 keep. */
  edition: 2 as Presentation["edition"],
  formats: germanFormats,
  labels: germanLabels,
  texts: germanTexts,
  goals: germanGoals,
};
const english: Wording = {
  language: "en",
  edition: 2,
  formats: englishFormats,
  labels: englishLabels,
  texts: englishTexts,
  goals: englishGoals,
};

/** The words of a report, those of its edition: German where it says nothing of its language. */
export function wordingOf({ presentation }: Report): Wording {
  const { language = "de", edition } = presentation ?? {};
  const newest = language === "en" ? english : germanWording;
  if (edition !== undefined) return newest;
  return asBefore(newest, earlierWords[language]);
}

function asBefore(words: Wording, { texts, mediaTypes, goals }: EarlierWords): Wording {
  const { measures, figures } = words.goals;
  return {
    ...words,
    edition: undefined,
    texts: { ...words.texts, ...texts, marks: { ...words.texts.marks, ...texts.marks } },
    labels: { ...words.labels, mediaTypes: { ...words.labels.mediaTypes, ...mediaTypes } },
    goals: {
      ...words.goals,
      ...goals,
      measures: { ...measures, ...goals.measures },
      figures: { ...figures, ...goals.figures },
    },
  };
}
