/** Words of a question: further ones narrow nothing any more. */
const wordsMax = 8;
export const queryCharactersMax = 200;

/** What is replaced before texts are compared: "Müller", "Mueller" and "Muller" are one name. Lower case first. */
export const foldings = [
  ["ä", "a"],
  ["ö", "o"],
  ["ü", "u"],
  ["ae", "a"],
  ["oe", "o"],
  ["ue", "u"],
  ["ß", "s"],
  ["ss", "s"],
] as const;

/** The words that all have to be found, folded as the texts are. */
export function wordsOf(query: string): string[] {
  const words = [...query]
    .slice(0, queryCharactersMax)
    .join("")
    .normalize("NFC")
    .toLowerCase()
    .split(/[\s\0]+/);
  return [...new Set(words.map(folded).filter((word) => word !== ""))].slice(0, wordsMax);
}

function folded(word: string): string {
  return foldings.reduce((text, [from, to]) => text.replaceAll(from, to), word);
}
