import type { TextAnalysis } from "../analysis/analyse-text.ts";
import {
  findAnsweredQuestions,
  type LeadQuestion,
  leadQuestions,
} from "../analysis/find-answered-questions.ts";
import { splitSentences } from "../analysis/split-sentences.ts";
import { type Grade, germanList } from "./grade.ts";

/**
 * Sentences of the first paragraph that count as lead; journalism handbooks ask for two to three (von La Roche, Einführung in den
 * praktischen Journalismus).
 */
const leadSentences = 3;
/** Longest lead that is searched, in characters; bounds the work for a text without full stops. */
const leadLengthMax = 1000;
/** Value by number of questions answered; five of six are full marks, since "how" often needs the next paragraph. Our choice. */
const valueByAnswers = [0, 0.1, 0.25, 0.5, 0.75, 1, 1] as const;

const hints: Record<LeadQuestion, string> = {
  wer: "wer handelt (vollständiger Name)",
  was: "was geschieht (ein klares Verb)",
  wann: "wann (ein Datum)",
  wo: "wo (ein Ort)",
  warum: "warum (Anlass oder Ziel)",
  wie: "wie (Mittel oder Weg)",
};

/** Grades how many of the six W-questions the lead answers. */
export function gradeLead({ lead }: TextAnalysis): Grade {
  if (lead === "")
    return {
      value: 0,
      note: "Es fehlt ein Vorspann: Beantworten Sie im ersten Absatz wer, was, wann, wo, warum und wie.",
    };
  const opening = splitSentences(lead).slice(0, leadSentences).join(" ").slice(0, leadLengthMax);
  const answered = findAnsweredQuestions(opening);
  const missing = leadQuestions.filter((question) => !answered[question]);
  const value = valueByAnswers[leadQuestions.length - missing.length] ?? 0;
  if (value === 1) {
    const rest = missing.length === 0 ? "alle sechs W-Fragen" : `alle W-Fragen bis auf „${missing[0]}“`;
    return { value, note: `Der Vorspann beantwortet ${rest}.` };
  }
  return {
    value,
    note: `Im Vorspann (die ersten ${leadSentences} Sätze) ${missing.length === 1 ? "fehlt" : "fehlen"}: ${germanList(missing.map((question) => hints[question]))}. Ergänzen Sie das gleich am Anfang.`,
  };
}
