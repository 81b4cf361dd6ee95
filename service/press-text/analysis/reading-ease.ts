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

/** Longest word whose syllables are counted, in characters; the longest German compounds in use have about 80. */
const wordLengthMax = 100;

const pairs = new Set([
  "ai",
  "au",
  "äu",
  "ay",
  "ei",
  "ey",
  "eu",
  "ie",
  "oi",
  "oy",
  "ui",
  "aa",
  "ee",
  "oo",
  "ou",
  "ae",
  "oe",
  "ue",
]);
const vowels = new Set("aeiouyäöüáàâéèêëíìîïóòôúùûæœø");

/** Two vowels that look like one sound and are two: Famili-e, Medi-en, aktu-ell, be-enden, ge-ehrt, Ide-en. */
const splitPairs: readonly RegExp[] = [
  /(?:famil|lin|stud|ser|akt|fer|ital|span|belg|as|med|krit[ei]r|minister|prinzip|immobil|fol|präm|komöd|tragöd|mater|batter|brasil)ie[ns]?$/,
  /(?<!q)[iu]ell|ue(?:nt|nz)|[eä]um$/,
  /^(?:be|ge)e(?![iu])/,
  /(?:id|all|arm|mus|tourn|komit)een$/,
];
/** English loan words whose "ea" is one sound. */
const englishEa = /team|stream|leader|lean|beat|speaker|dream|cream|feature|(?<!i)deal/g;
/** English loan words whose last e is silent. */
const silentE =
  /(?:software|hardware|online|offline|service|update|page|website|office|release|guide|mobile|share|size)$/;

/**
 * Estimates the syllables of one German word by its groups of vowels; at least 1.
 * Short capitals are spelt letter by letter (KI has 2). About nine words in ten are exact, which the mean over a text needs.
 */
export function countSyllables(word: string): number {
  if (/^\p{Lu}{2,4}$/u.test(word)) return word.length;
  const lower = word.slice(0, wordLengthMax).toLowerCase();
  let count = 0;
  for (let at = 0; at < lower.length; at += 1) {
    if (!vowels.has(lower.charAt(at)) || isConsonantUse(lower, at)) continue;
    count += 1;
    if (pairs.has(lower.slice(at, at + 2))) at += 1;
  }
  // Most words have none of these pairs, and a look at the letters is cheaper than the patterns.
  if (/ie|ue|ee|be|ge|um$/.test(lower)) for (const pattern of splitPairs) if (pattern.test(lower)) count += 1;
  if (lower.includes("ea")) count -= lower.match(englishEa)?.length ?? 0;
  if (count > 1 && lower.endsWith("e") && silentE.test(lower)) count -= 1;
  return Math.max(1, count);
}

/** The u of "qu" and a y before a vowel at the start (Yacht) sound as consonants. */
function isConsonantUse(word: string, at: number): boolean {
  if (word[at] === "u") return word[at - 1] === "q";
  return word[at] === "y" && at === 0 && vowels.has(word.charAt(1));
}
