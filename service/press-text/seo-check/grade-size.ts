import type { TextAnalysis } from "../analysis/analyse-text.ts";
import { type Grade, germanNumber, grade } from "./grade.ts";

/**
 * Press portals advise 1,500 to 4,000 characters, one to two pages (PR-Gateway, "Pressemitteilungen schreiben", tip 4).
 * The fair bounds are our editorial choice: half a page, three pages.
 */
const bodyLength = { min: 1500, max: 4000, fairMin: 750, fairMax: 6000 };

/** Grades the length of the body, end matter excluded. */
export function gradeLength({ bodyLength: length }: TextAnalysis): Grade {
  if (length < bodyLength.min) {
    return {
      value: length === 0 ? 0 : grade(length, { good: bodyLength.min, fair: bodyLength.fairMin }),
      note: `Der Text hat ${germanNumber(length)} Zeichen (ohne Titel und Abspann). Ergänzen Sie etwa ${germanNumber(bodyLength.min - length)} Zeichen mit Fakten, Hintergrund oder einem Beispiel.`,
    };
  }
  if (length > bodyLength.max) {
    return {
      value: grade(length, { good: bodyLength.max, fair: bodyLength.fairMax }),
      note: `Der Text hat ${germanNumber(length)} Zeichen (ohne Titel und Abspann). Kürzen Sie ihn um etwa ${germanNumber(length - bodyLength.max)} Zeichen; Einzelheiten gehören in einen Anhang.`,
    };
  }
  return { value: 1, note: `Die Länge passt: ${germanNumber(length)} Zeichen.` };
}

/**
 * Longest paragraph in words, and the length that is fair. Our editorial choice: about five lines on a phone's
 * screen are 40 words, and two such screens are the most a reader takes without a stop.
 */
const paragraphWords = { good: 80, fair: 130 };
/** Share of all words that stand beyond the good length of their paragraphs. */
const excessShare = { good: 0, fair: 0.25 };

/** Grades the paragraphs by the longest one and by how much of the text lies in long ones. */
export function gradeParagraphs({ paragraphs, wordCount }: TextAnalysis): Grade {
  if (wordCount === 0) return { value: 0, note: "Es ist kein Absatz mit Text zu erkennen." };
  const longest = paragraphs.reduce((a, b) => (b.wordCount > a.wordCount ? b : a));
  if (longest.wordCount <= paragraphWords.good) {
    return { value: 1, note: `Die Absätze sind überschaubar, der längste hat ${longest.wordCount} Wörter.` };
  }
  const excess =
    paragraphs.reduce((sum, one) => sum + Math.max(0, one.wordCount - paragraphWords.good), 0) / wordCount;
  return {
    value: (grade(longest.wordCount, paragraphWords) + grade(excess, excessShare)) / 2,
    note: `Absatz ${longest.number} hat ${longest.wordCount} Wörter. Teilen Sie ihn so, dass kein Absatz mehr als ${paragraphWords.good} Wörter hat.`,
  };
}
