import type { Sentence, TextAnalysis } from "../analysis/analyse-text.ts";

/** What one criterion found: `value` from 0 (worst) to 1 (nothing to change), and the German note. */
export type Grade = { value: number; note: string };
/** `needsWords`: the value counts fully only from `gradedWordsMin` words on, because a mean over less says little. */
export type Criterion = {
  name: string;
  weight: number;
  needsWords: boolean;
  grade: (analysis: TextAnalysis) => Grade;
};

/**
 * Returns 1 up to `good`, falling in a straight line to 0.5 at `fair`, and halved for each such step beyond.
 * It never stands still beyond `good`, so that each improvement raises the score. `fair` may lie on either side.
 */
export function grade(measured: number, { good, fair }: { good: number; fair: number }): number {
  const distance = (measured - good) / (fair - good);
  if (distance <= 0) return 1;
  if (distance <= 1) return 1 - distance / 2;
  return 2 ** -distance;
}

/** Words of a sentence that are quoted so that the reader finds it. */
const labelWords = 4;

/** Returns `Satz 3 („Mit der neuen Anlage …“)`. */
export function sentenceLabel(sentence: Sentence): string {
  const words = sentence.text.replace(/["„“”»«]/g, "").split(/\s+/, labelWords + 1);
  const start = words.slice(0, labelWords).map((word) => Array.from(word).slice(0, 30).join(""));
  return `Satz ${sentence.number} („${start.join(" ")}${words.length > labelWords ? " …" : ""}“)`;
}

/** Writes a number the German way, with at most one decimal. */
export function germanNumber(value: number): string {
  // By hand: the first call of toLocaleString loads tables for 2 ms.
  const [whole = "0", tenth] = String(Math.round(value * 10) / 10).split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ".");
  return tenth === undefined ? grouped : `${grouped},${tenth}`;
}

/** Joins words to "a, b und c". */
export function germanList(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} und ${items.at(-1)}`;
}
