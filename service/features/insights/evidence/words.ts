import { comparableName } from "../providers/rules.ts";

/** Soft hyphens and joiners of no width, which a page has within words. */
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
/** Names of two letters stand for anything. */
const nameCharactersMin = 3;

/** The words of a text as they are compared: one form of each letter, in lower case, `ss` for `ß` as capitals and the Swiss have it. */
export function comparableWords(text: string): string[] {
  const letters = text.normalize("NFKC").replace(invisible, "").toLowerCase().replaceAll("ß", "ss");
  return letters.match(wordPattern) ?? [];
}

/** Whether a text has one of the client's names, its legal form aside, in any case of German grammar ("des Verlags", "der Stadtwerken"). */
export function clientNamedIn(words: readonly string[], clientNames: readonly string[]): boolean {
  const names = clientNames
    .map((name) => comparableWords(comparableName(name)).map(stem))
    .filter((name) => name.join("").length >= nameCharactersMin);
  const stems = words.map(stem);
  return names.some((name) =>
    stems.some((_, at) => name.every((word, offset) => stems[at + offset] === word)),
  );
}

/** Without the ending of a case: enough for names, which are not conjugated. */
function stem(word: string): string {
  return word.length < 5 ? word : word.replace(/(?:e[mnrs]|[ens])$/, "");
}
