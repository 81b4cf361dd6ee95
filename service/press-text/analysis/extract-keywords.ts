import { isAddress } from "./split-words.ts";
import { generalNouns, stopWords } from "./stop-words.ts";

/** One keyword: its most frequent written form, how often any of its forms occurs, and where it first does (word index). */
export type Keyword = { word: string; key: string; count: number; first: number };

/** Longest word that can be a keyword, in characters. */
const keywordLengthMax = 60;

/** Returns all nouns of the sentences given, the most frequent first and of equal ones the earliest. */
export function rankKeywords(sentences: readonly (readonly string[])[]): Keyword[] {
  const groups = new Map<string, { forms: Map<string, number>; count: number; first: number }>();
  const seenLowerCase = new Set<string>();
  for (const words of sentences) for (const word of words) if (isLowerCase(word)) seenLowerCase.add(word);
  let position = 0;
  for (const words of sentences) {
    for (const [index, word] of words.entries()) {
      position += 1;
      if (!isNoun(word) || (index === 0 && seenLowerCase.has(word.toLowerCase()))) continue;
      const key = keywordKey(word);
      const group = groups.get(key) ?? { forms: new Map<string, number>(), count: 0, first: position };
      group.count += 1;
      group.forms.set(word, (group.forms.get(word) ?? 0) + 1);
      groups.set(key, group);
    }
  }
  return [...groups]
    .map(([key, { forms, count, first }]) => ({ word: commonForm(forms), key, count, first }))
    .sort((a, b) => b.count - a.count || a.first - b.first);
}

/** Whether a word is written like a German noun or name and says enough to be a keyword. */
function isNoun(word: string): boolean {
  if (word.length < 2 || word.length > keywordLengthMax || isLowerCase(word) || isAddress(word)) return false;
  if (!/^\p{Lu}/u.test(word) || (word.length === 2 && !/^\p{Lu}{2}$/u.test(word))) return false;
  const lower = word.toLowerCase();
  return !stopWords.has(lower) && !generalNouns.has(lower);
}

/**
 * The key under which the forms of a noun are counted as one: lower case, without umlaut marks and the endings
 * of plural and case (Häuser, Hauses and Haus are one). Never shown to anybody.
 */
export function keywordKey(word: string): string {
  const lower = word.toLowerCase().replace(/[äöü]/g, (vowel) => ({ ä: "a", ö: "o", ü: "u" })[vowel] ?? vowel);
  return lower.length <= 4 ? lower : lower.replace(/(?<=.{4})(?:ern|en|er|es|em|innen|in|n|e|s)$/, "");
}

/** A title in capitals must not decide how a keyword is written. */
function isCapitals(form: string): boolean {
  return form.length > 4 && form === form.toUpperCase();
}

function commonForm(forms: ReadonlyMap<string, number>): string {
  let best = "";
  let bestCount = 0;
  for (const [form, count] of forms) {
    if (count > bestCount || (count === bestCount && (isCapitals(best) || form.length < best.length))) {
      best = form;
      bestCount = count;
    }
  }
  return best;
}

/** Whether a word begins with a small letter. */
function isLowerCase(word: string): boolean {
  const first = word.charAt(0);
  return first === first.toLowerCase() && first !== first.toUpperCase();
}
