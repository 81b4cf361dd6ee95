import { abbreviations, ordinalFollowers, sentenceOpeners } from "./sentence-lists.ts";

const terminators = new Set([".", "!", "?", "…"]);
const closers = new Set(['"', "“", "”", "«", "»", "‘", "’", "'", ")", "]", "‹", "›"]);
const whitespace = /\s/;

/** Longest token before a full stop that is compared with the abbreviations, in characters. */
const tokenLengthMax = 40;

/**
 * Returns the sentences of one paragraph, trimmed and in order.
 * Full stops of abbreviations (z. B., Dr., 3,5 Mio. Euro), dates (12. Mai), initials, decimals and
 * addresses end no sentence. Runs in linear time.
 */
export function splitSentences(paragraph: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  let at = 0;
  while (at < paragraph.length) {
    if (!terminators.has(paragraph.charAt(at))) {
      at += 1;
      continue;
    }
    const mark = at;
    while (at < paragraph.length && terminators.has(paragraph.charAt(at))) at += 1;
    const isSingleStop = at - mark === 1 && paragraph[mark] === ".";
    while (at < paragraph.length && closers.has(paragraph.charAt(at))) at += 1;
    if (at < paragraph.length && !whitespace.test(paragraph.charAt(at))) continue;
    if (!endsSentence(paragraph, mark, at, isSingleStop)) continue;
    push(sentences, paragraph.slice(start, at));
    start = at;
  }
  push(sentences, paragraph.slice(start));
  return sentences;
}

function push(sentences: string[], text: string): void {
  const trimmed = text.trim();
  if (/[\p{L}\p{N}]/u.test(trimmed)) sentences.push(trimmed);
}

function endsSentence(text: string, mark: number, end: number, isSingleStop: boolean): boolean {
  const next = nextWord(text, end);
  if (next === "") return true;
  if (/^\p{Ll}/u.test(next)) return false;
  if (!isSingleStop) return true;
  const before = tokenBefore(text, mark);
  if (before === "") return true;
  if (/^\d{1,3}$/.test(before) || /^[IVX]{1,5}$/.test(before)) {
    return sentenceOpeners.has(next) && !ordinalFollowers.has(next);
  }
  if (/^\p{L}$/u.test(before) || abbreviations.has(before.toLowerCase())) return sentenceOpeners.has(next);
  return true;
}

/** The letters and digits directly before a full stop; "" when there are none. */
function tokenBefore(text: string, mark: number): string {
  let from = mark;
  while (from > 0 && mark - from < tokenLengthMax && isWordSign(text.charAt(from - 1))) from -= 1;
  return text.slice(from, mark);
}

/** The next word, without opening quotes and brackets before it. */
function nextWord(text: string, end: number): string {
  let from = end;
  while (from < text.length && !isWordSign(text.charAt(from))) {
    if (terminators.has(text.charAt(from))) return ".";
    from += 1;
  }
  let to = from;
  while (to < text.length && to - from < tokenLengthMax && isWordSign(text.charAt(to))) to += 1;
  return text.slice(from, to);
}

/** Whether a character is a letter or a digit; the usual ones without a regular expression, since this runs for each. */
function isWordSign(character: string): boolean {
  const code = character.charCodeAt(0);
  if (code < 128)
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
  return /[\p{L}\p{N}]/u.test(character);
}
