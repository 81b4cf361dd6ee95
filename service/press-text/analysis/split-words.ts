/** Hyphen, apostrophe, decimal and gender marks that join two parts to one word: E-Mail, 3,5, Kolleg*innen. */
const wordPattern = /[\p{L}\p{M}\p{N}]+(?:[-‑’'.,:*_/&][\p{L}\p{M}\p{N}]+)*/gu;

/** Returns the words of a German text in order; a web or mail address is one word, punctuation is none. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const token of text.split(/\s+/)) {
    if (isAddress(token)) words.push(withoutEndMarks(token));
    else words.push(...(token.match(wordPattern) ?? []));
  }
  return words;
}

/** Whether a token without spaces is a web or mail address. */
export function isAddress(token: string): boolean {
  return token.includes("://") || token.startsWith("www.") || /\p{L}@[\p{L}\p{N}]/u.test(token);
}

/** A loop, since a regular expression with "$" takes quadratic time on a long run of marks. */
function withoutEndMarks(token: string): string {
  let end = token.length;
  while (end > 1 && ".,;:!?)".includes(token.charAt(end - 1))) end -= 1;
  return token.slice(0, end);
}
