import { countSyllables } from "./count-syllables.ts";

/**
 * Reading ease of German text after Amstad: 180 - words per sentence - 58.5 * syllables per word.
 * Higher is easier; null without a word. Numbers and addresses are no words here, since nobody agrees on how they are read.
 * Toni Amstad, Wie verständlich sind unsere Zeitungen?, dissertation, Zürich 1978.
 */
export function readingEase(sentences: readonly (readonly string[])[]): number | null {
  let words = 0;
  let syllables = 0;
  let counted = 0;
  for (const sentence of sentences) {
    const letters = sentence.filter(isReadAsWord);
    if (letters.length === 0) continue;
    counted += 1;
    words += letters.length;
    for (const word of letters) syllables += countSyllables(word);
  }
  if (words === 0) return null;
  return 180 - words / counted - (58.5 * syllables) / words;
}

function isReadAsWord(word: string): boolean {
  return /^\p{L}/u.test(word) && !/[@]|:\/\/|^www\./.test(word);
}
