import { firstCharacters } from "../strings/first-characters.ts";
import { toNormalForm } from "../strings/normal-form.ts";

/** Words of a question: further ones narrow nothing any more. */
const wordsMax = 8;
export const queryCharactersMax = 200;

/** Marks of the letters below; a class of all took eight times as long to compile. */
const marks = "\u0300-\u0304\u0306-\u0308\u030a-\u030c\u0326-\u0328";
/** Letters that count as one, because people leave accents out: "celik" finds "Çelik". */
const alike =
  "aàáâãäåāăą cçćč dďđ eèéêëēęě gğ iìíîïīİı lľł nñńňņ oòóôõöøōő rřŕ sśşšșß tţťț uùúûüūůű yýÿ zźżž".split(" ");
/** What stands for each letter in a text that is stored to be searched. */
const foldedLetters = new Map(
  alike.flatMap(([plain = "", ...others]) => others.map((letter) => [letter, plain] as const)),
);
/** The same for `translate`. */
export const foldedPairs = {
  letters: [...foldedLetters.keys()].join(""),
  plain: [...foldedLetters.values()].join(""),
};
/**
 * Both cases of each: a database that sorts by bytes knows no upper case of "ä". And the marks of a text that has "u" and a mark for "ü",
 * as what was copied out of a PDF does.
 */
const classes = new Map(
  alike.flatMap((letters) => {
    const written = `[${letters}${letters.slice(1).toUpperCase().replace("SS", "ẞ")}][${marks}]*`;
    return [...letters].map((letter) => [letter, written] as const);
  }),
);

/**
 * A regular expression of PostgreSQL (for `~*`) for each word that has to be found, wherever it stands within another one. Reading
 * a text once by it takes a third of the time of folding the text and looking for each spelling.
 */
export function patternsOf(query: string): string[] {
  return wordsOf(query).map((spellings) => spellings.map(patternOf).join("|"));
}

function patternOf(spelling: string): string {
  return [...spelling.replace(/([\u0300-\u036f])[\u0300-\u036f]+/g, "$1")].map(writtenAs).join("");
}

function writtenAs(letter: string): string {
  if (/[\u0300-\u036f]/.test(letter)) return `[${marks}${letter}]*`;
  const apart = toNormalForm(letter, "NFD");
  return (
    classes.get(letter) ??
    (apart === letter ? letter.replace(/[!-/:-@[-`{-~]/, "\\$&") : `(?:${letter}|${apart})`)
  );
}

/**
 * The words that all have to be found, each with the spellings of which one has to be: for "Müller" and "Mueller" alike
 * `muller` and `mueller`, because texts are written both ways.
 */
export function wordsOf(query: string): string[][] {
  const words = toNormalForm(firstCharacters(query, queryCharactersMax), "NFC")
    .toLowerCase()
    .split(/[\s\0]+/)
    .filter((word) => word !== "");
  return [...new Set(words)].slice(0, wordsMax).map((word) => spellingsOf(withoutEnding(word)));
}

/** "Altbauten" and "Pumpen" find "Altbau" and "Pumpe": what is left is looked for anywhere in the text. "er" stays, as of names. */
function withoutEnding(word: string): string {
  return word.replace(/(?<=\p{L}{4})(?:ten|en|es|e|n|s)$/u, "");
}

/** A text as words of `wordsOf` are found in it by `like`: for texts that are stored once more to be searched. */
export function foldText(text: string): string {
  return withoutMarks(folded(toNormalForm(text, "NFC").toLowerCase()));
}

/** Marks that became no part of a letter. The lower case of "İ" has one. */
function withoutMarks(text: string): string {
  return text.replace(/[\u0300-\u036f]/g, "");
}

/** A pattern of `like` for each spelling of a word. */
export function likePatterns(spellings: readonly string[]): string[] {
  return spellings.map((spelling) => `%${withoutMarks(spelling).replace(/[\\%_]/g, "\\$&")}%`);
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
  return [...word].map((letter) => foldedLetters.get(letter) ?? letter).join("");
}
