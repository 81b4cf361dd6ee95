import type { Sentence, TextAnalysis } from "../analysis/analyse-text.ts";
import { readingEase } from "../analysis/reading-ease.ts";
import { type Grade, germanNumber, grade, sentenceLabel } from "./grade.ts";

/**
 * Amstad's scale (1978) calls 50 to 60 fairly hard, 30 to 50 hard and less than 30 very hard. That 50 is full marks for
 * press texts, with their firms and offices of long names, is our choice.
 */
const ease = { good: 50, fair: 30 };

/** Grades the reading ease after Amstad and names the hardest sentence. */
export function gradeReadingEase({ readingEase: measured, sentences }: TextAnalysis): Grade {
  if (measured === null) return { value: 0, note: "Der Text enthält keine lesbaren Wörter." };
  const value = grade(measured, ease);
  const found = `Lesbarkeit nach Flesch/Amstad: ${germanNumber(measured)} (höher ist leichter)`;
  if (value === 1) return { value, note: `${found}. Der Text ist für eine breite Leserschaft verständlich.` };
  const hardest = hardestSentence(sentences);
  const where =
    hardest === undefined
      ? ""
      : ` Am schwersten ist ${sentenceLabel(hardest)}: Wählen Sie dort kürzere Wörter, und machen Sie aus Substantiven Verben.`;
  return { value, note: `${found}, ${ease.good} oder mehr sind gut.${where}` };
}

/** A sentence of fewer words is not named as the hardest: one long name would make it so. */
const gradedSentenceWords = 6;

function hardestSentence(sentences: readonly Sentence[]): Sentence | undefined {
  let hardest: Sentence | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const sentence of sentences) {
    const own = sentence.words.length < gradedSentenceWords ? null : readingEase([sentence.words]);
    if (own !== null && own < lowest) {
      lowest = own;
      hardest = sentence;
    }
  }
  return hardest;
}

/** The dpa's often quoted limits: 20 words are the most that is wanted, 30 the most that is allowed (Wolf Schneider, Deutsch für Profis). */
const sentenceWords = { wanted: 20, allowed: 30 };
/** Mean words beyond 20 a sentence: one in ten sentences of 30 words is good, each sentence at 25 fair. Our choice. */
const meanExcess = { good: 1, fair: 5 };
const longestWords = { good: sentenceWords.allowed, fair: 40 };

/** Grades sentence length by the longest sentence and by the mean excess over what is wanted. */
export function gradeSentenceLength({ sentences }: TextAnalysis): Grade {
  if (sentences.length === 0) return { value: 0, note: "Es ist kein vollständiger Satz zu erkennen." };
  const longest = sentences.reduce((a, b) => (b.words.length > a.words.length ? b : a));
  const words = sentences.reduce((sum, sentence) => sum + sentence.words.length, 0);
  const excess =
    sentences.reduce((sum, one) => sum + Math.max(0, one.words.length - sentenceWords.wanted), 0) /
    sentences.length;
  const value = (grade(excess, meanExcess) + grade(longest.words.length, longestWords)) / 2;
  if (value === 1) {
    return {
      value,
      note: `Die Sätze haben im Schnitt ${germanNumber(words / sentences.length)} Wörter, der längste hat ${longest.words.length}.`,
    };
  }
  return {
    value,
    note: `${sentenceLabel(longest)} hat ${longest.words.length} Wörter – teilen Sie ihn in Sätze mit höchstens ${sentenceWords.wanted} Wörtern.`,
  };
}

/** Share of sentences in the passive. Style guides ask for few without a number; 15 and 30 per cent are our choice. */
const passiveShare = { good: 0.15, fair: 0.3 };

/** Grades the share of sentences in the passive and names the first ones. */
export function gradePassive({ sentences }: TextAnalysis): Grade {
  if (sentences.length === 0) return { value: 0, note: "Es ist kein vollständiger Satz zu erkennen." };
  const passive = sentences.filter((sentence) => sentence.isPassive);
  const share = passive.length / sentences.length;
  const value = grade(share, passiveShare);
  const found = passive.length === 1 ? "1 Satz steht" : `${passive.length} Sätze stehen`;
  const first = passive[0];
  if (value === 1 || first === undefined) {
    return { value, note: first === undefined ? "Kein Satz steht im Passiv." : `Nur ${found} im Passiv.` };
  }
  return {
    value,
    note: `${found} im Passiv (${Math.round(share * 100)} %). Nennen Sie, wer handelt, zum Beispiel in ${sentenceLabel(first)}.`,
  };
}

/** Filler words and clichés per 100 words; the words are Schneider's and Reiners' kind, the numbers our choice. */
const fillersPerHundred = { good: 1, fair: 3 };
/** Fillers that a note lists. */
const listedFillers = 5;

/** Grades the share of filler words and clichés and says where they stand. */
export function gradeFillerWords({ sentences, wordCount }: TextAnalysis): Grade {
  if (wordCount === 0) return { value: 0, note: "Der Text enthält keine lesbaren Wörter." };
  const found = sentences.flatMap((sentence) =>
    sentence.fillers.map((word) => `„${word}“ (Satz ${sentence.number})`),
  );
  const value = grade((found.length * 100) / wordCount, fillersPerHundred);
  if (value === 1) {
    return {
      value,
      note:
        found.length === 0
          ? "Keine Füllwörter und Floskeln."
          : `Kaum Füllwörter: ${found.slice(0, listedFillers).join(", ")}.`,
    };
  }
  const more = found.length > listedFillers ? ` und ${found.length - listedFillers} weitere` : "";
  return {
    value,
    note: `Streichen oder belegen Sie Füllwörter und Floskeln: ${found.slice(0, listedFillers).join(", ")}${more}.`,
  };
}
