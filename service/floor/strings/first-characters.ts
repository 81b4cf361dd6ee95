/**
 * The beginning of a text, counted by code points as PostgreSQL does: a cut by units may leave half of an emoji, which is shown as "�"
 * and which PostgreSQL's JSON refuses.
 */
export function firstCharacters(text: string, count: number): string {
  // A code point has two units at most: what is behind these goes in any case.
  return text.length <= count ? text : [...text.slice(0, 2 * count)].slice(0, count).join("");
}
