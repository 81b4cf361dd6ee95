import { splitWords } from "./split-words.ts";

/** Shortest quotation that counts as speech and not as a name in quotes, in words. */
const quoteWordsMin = 4;

const numberWords = new Set(
  "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf hundert tausend million millionen milliarde milliarden prozent dutzend hälfte drittel viertel verdoppelt verdreifacht".split(
    " ",
  ),
);

/** Returns the figures of a text: digits and number words; a lone "ein" is no figure. */
export function findNumbers(words: readonly string[]): string[] {
  return words.filter((word) => /^\d/.test(word) || numberWords.has(word.toLowerCase()));
}

const quoteEnds: Record<string, string> = { "„": '“”"', "“": "”", "»": "«", "«": "»", '"': '"' };

export type Quote = { text: string; isAttributed: boolean };

/** Verbs that say who speaks; looked for right beside a quotation. */
const attribution =
  /\b(?:sag(?:t|te|en)|erklär(?:t|te|en)|betont(?:e)?|so\s+(?:\p{Lu}|der|die|das)|berichtet(?:e)?|erläutert(?:e)?|ergänzt(?:e)?|freut|freute|meint(?:e)?|kommentiert(?:e)?|unterstreicht|hebt|lobt(?:e)?|fordert(?:e)?|warnt(?:e)?|verspricht|versprach|zitiert|laut)(?!\p{L})/u;
/** How far from a quotation its speaker may be named, in characters. */
const attributionReach = 160;

/** Returns the quotations of at least four words in one paragraph, and whether a speaker stands beside each. */
export function findQuotes(paragraph: string): Quote[] {
  const quotes: Quote[] = [];
  let at = 0;
  while (at < paragraph.length) {
    const ends = quoteEnds[paragraph.charAt(at)];
    if (ends === undefined) {
      at += 1;
      continue;
    }
    const close = indexOfAny(paragraph, ends, at + 1);
    // Going on behind each mark without an end would take quadratic time.
    if (close === -1) break;
    const text = paragraph.slice(at + 1, close);
    if (splitWords(text).length >= quoteWordsMin) {
      const around = `${paragraph.slice(Math.max(0, at - attributionReach), at)} ${paragraph.slice(close + 1, close + attributionReach)}`;
      quotes.push({ text, isAttributed: attribution.test(around) });
    }
    at = close + 1;
  }
  return quotes;
}

/** Longest quotation that is searched for its end, in characters. */
const quoteLengthMax = 1500;

function indexOfAny(text: string, marks: string, from: number): number {
  const end = Math.min(text.length, from + quoteLengthMax);
  for (let at = from; at < end; at += 1) if (marks.includes(text.charAt(at))) return at;
  return -1;
}
