import type { TextAnalysis } from "../analysis/analyse-text.ts";
import { keywordKey } from "../analysis/extract-keywords.ts";
import { splitWords } from "../analysis/split-words.ts";
import { type Grade, grade } from "./grade.ts";

/**
 * Google cuts the title link by width (about 600 pixels, some 60 to 70 letters) and names no number of characters;
 * the lower bound is our editorial choice: a shorter line seldom holds who and what.
 */
const titleLength = { min: 30, max: 70, fairMin: 15, fairMax: 100 };
/** Main nouns of the text of which the title should name one; our editorial choice. */
const mainNouns = 5;

/** Grades the title: its length, whether it shouts, whether it names what the text is about. */
export function gradeTitle({ title, keywords }: TextAnalysis): Grade {
  if (title === null) {
    return {
      value: 0,
      note: "Es ist kein Titel zu erkennen. Setzen Sie eine eigene erste Zeile mit 30 bis 70 Zeichen über den Text, die sagt, wer was tut.",
    };
  }
  const length = Array.from(title).length;
  const lengthValue =
    length < titleLength.min
      ? grade(length, { good: titleLength.min, fair: titleLength.fairMin })
      : grade(length, { good: titleLength.max, fair: titleLength.fairMax });
  const words = splitWords(title);
  const isShouting = isShouted(title, words);
  const keys = new Set(words.map(keywordKey));
  // The title's own nouns are counted too, so one that never returns in the body must not pass.
  const main = keywords.filter((keyword) => keyword.count > 1).slice(0, mainNouns);
  const namesTopic = main.some((keyword) => keys.has(keyword.key));
  const value = 0.6 * lengthValue + (isShouting ? 0 : 0.2) + (namesTopic ? 0.2 : 0);
  if (lengthValue < 1 && (1 - lengthValue) * 0.6 >= (isShouting ? 0.2 : 0)) {
    return {
      value,
      note:
        length < titleLength.min
          ? `Der Titel hat nur ${length} Zeichen. Nennen Sie darin, wer was tut: ${titleLength.min} bis ${titleLength.max} Zeichen.`
          : `Der Titel hat ${length} Zeichen und wird in Suchergebnissen abgeschnitten. Kürzen Sie ihn auf höchstens ${titleLength.max} Zeichen.`,
    };
  }
  if (isShouting) {
    return {
      value,
      note: "Der Titel ruft: Schreiben Sie ihn ohne Ausrufezeichen und nicht in Großbuchstaben.",
    };
  }
  if (!namesTopic) {
    const hint =
      main[0] === undefined
        ? "das Thema, von dem der Text handelt"
        : `ein Hauptwort des Textes, etwa „${main[0].word}“`;
    return {
      value,
      note: `Der Titel nennt kein Wort, das im Text wiederkehrt. Nehmen Sie ${hint} in den Titel auf.`,
    };
  }
  return { value: 1, note: `Der Titel ist mit ${length} Zeichen gut lesbar und nennt das Thema.` };
}

/** An exclamation mark, or most of at least two longer words in capitals. */
function isShouted(title: string, words: readonly string[]): boolean {
  if (title.includes("!")) return true;
  const longer = words.filter((word) => word.length >= 5);
  const shouted = longer.filter((word) => /^[\p{Lu}\p{N}-]+$/u.test(word));
  return shouted.length >= 2 && shouted.length > longer.length / 2;
}
