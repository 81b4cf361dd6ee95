/** Words of a question: further ones narrow nothing any more. */
const wordsMax = 8;
export const queryCharactersMax = 200;

/** Letters that texts are compared without, and what stands for each: one step per text, however many words are asked for. */
export const foldedLetters = { from: "ÄÖÜäöüß", to: "aouaous" } as const;

/**
 * The words that all have to be found, each with the spellings of which one has to be: for "Müller" and "Mueller" alike
 * `muller` and `mueller`, because texts are written both ways.
 */
export function wordsOf(query: string): string[][] {
  const words = [...query]
    .slice(0, queryCharactersMax)
    .join("")
    .normalize("NFC")
    .toLowerCase()
    .split(/[\s\0]+/)
    .filter((word) => word !== "");
  return [...new Set(words)].slice(0, wordsMax).map((word) => spellingsOf(withoutEnding(word)));
}

/** "Altbauten" and "Pumpen" find "Altbau" and "Pumpe": what is left is looked for anywhere in the text. "er" stays, as of names. */
function withoutEnding(word: string): string {
  return word.replace(/(?<=\p{L}{4})(?:ten|en|es|e|n|s)$/u, "");
}

function spellingsOf(word: string): string[] {
  const written = word
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss");
  const short = written.replace(/([aou])e/g, "$1");
  return [
    ...new Set([
      folded(word),
      written,
      short,
      folded(word).replaceAll("ss", "s"),
      short.replaceAll("ss", "s"),
    ]),
  ];
}

function folded(word: string): string {
  const letters = [...foldedLetters.from];
  return [...word].map((letter) => foldedLetters.to[letters.indexOf(letter)] ?? letter).join("");
}
