import { isPlace } from "../../../press-text/analysis/find-answered-questions.ts";
import { months } from "../../../press-text/analysis/sentence-lists.ts";
import { stopWords } from "../../../press-text/analysis/stop-words.ts";

/** A group of words that belong together: "drei neue Windräder", "in der Eifel", "bis 2027". */
export type Part = { text: string; kind: "object" | "time" | "place" | "addressee" | "other" };

/**
 * What a topic says, in the order of its words. Without a verb `parts` hold all of it, and `subject` is empty.
 * `tail` is what a German sentence keeps for its end: a participle ("eröffnet") or the rest of a verb ("stellt … vor").
 */
export type ParsedTopic = { subject: string; verb: string; parts: Part[]; tail: string };

const prepositions = new Set(
  `in im ins an am ans auf aufs bei beim bis ab seit aus nach für mit mithilfe ohne durch gegen um unter über vor wegen
  trotz während zu zum zur statt dank entlang innerhalb außerhalb rund`.split(/\s+/),
);
/** Words that tie a noun to the one before it. */
const ties = new Set("von vom der des und oder sowie & zwischen einer eines unserer ihrer".split(" "));
/** Words behind which stands what the noun before them is about: "Wirkstoff gegen Malaria". */
const attached = new Set(["gegen", "über"]);
const determiners = new Set(
  `der die das den dem ein eine einen einem einer unser unsere unseren unserem ihr ihre ihren sein seine seinen kein keine
  alle allen mehr mehrere viele rund etwa zwei drei vier fünf sechs sieben acht neun zehn elf zwölf`.split(
    /\s+/,
  ),
);
const auxiliaries = new Set(
  `wird werden ist sind war waren hat haben hatte hatten wurde wurden will wollen soll sollen kann können darf dürfen muss
  müssen bleibt bleiben gibt`.split(/\s+/),
);
const separated = new Set(
  "vor an auf ein aus ab mit zu fest bei her hin nach weiter zurück zusammen bereit statt teil um los".split(
    " ",
  ),
);
const participle =
  /^(?:ge\p{Ll}{2,}|\p{Ll}+ge\p{Ll}{2,}|(?:be|ver|er|ent|zer|über|unter)\p{Ll}{3,}|\p{Ll}+iert)(?<=t|en)$/u;
const finiteVerb = /^\p{Ll}{2,}(?:t|en|ern|eln|te|ten)$/u;
const pronoun = /^(?:wir|sie|er|es|ich|man)$/i;
const timeWord = new RegExp(
  `(?<!\\p{L})(?:${months.join("|")}|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Frühjahr|Frühling|Sommer|Herbst|Winter|Jahr|Jahren|Jahresende|Woche|Wochenende|Uhr|heute|morgen|gestern|künftig|sofort|erstmals|nun|jetzt)(?!\\p{L})|(?<!\\d)(?:19|20)\\d{2}(?!\\d)`,
  "u",
);

/** Takes one clause without its end mark apart. One that it does not understand comes back as a single part. */
export function parseTopic(clause: string): ParsedTopic {
  const words = clause.split(" ");
  const tail = readTail(words);
  const body = tail === "" ? words : words.slice(0, -1);
  const verbAt = findVerb(body);
  if (verbAt === -1) return { subject: "", verb: "", parts: readParts(words), tail: "" };
  const start = body.slice(0, verbAt).join(" ");
  const verb = body[verbAt] ?? "";
  const parts = readParts(body.slice(verbAt + 1));
  if (!prepositions.has((body[0] ?? "").toLowerCase())) return { subject: start, verb, parts, tail };
  // "Im Mai startet unser Podcast": the subject stands behind the verb.
  const [subject, ...rest] = parts;
  if (subject?.kind !== "object") {
    return { subject: "", verb: "", parts: [{ text: clause, kind: "other" }], tail: "" };
  }
  const first = readParts((start.charAt(0).toLowerCase() + start.slice(1)).split(" "));
  return { subject: subject.text, verb, parts: [...first, ...rest], tail };
}

/**
 * Splits "schließt drei Filialen und erweitert die Beratung" where the second verb begins; the second half is null where there
 * is none.
 */
export function splitClauses(sentence: string): [string, string | null] {
  for (const match of sentence.matchAll(/ und (?=(\p{Ll}{2,}(?:t|en)) (\S+))/gu)) {
    const [joint, verb = "", next = ""] = match;
    const isNewVerb = !stopWords.has(verb) && (stopWords.has(next) || prepositions.has(next) || isHead(next));
    const isAdjective = verb.endsWith("en") && isHead(next);
    if (isNewVerb && !isAdjective)
      return [sentence.slice(0, match.index), sentence.slice(match.index + joint.length)];
  }
  return [sentence, null];
}

/** A noun, a name, a number, or what stands in quotation marks. */
export function isHead(word: string): boolean {
  return /^[„‚"(]?(?:\p{Lu}|\d)/u.test(word) || /[“‘"]$/.test(word);
}

function readTail(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  const hasAuxiliary = words.some((word) => auxiliaries.has(word));
  if (hasAuxiliary && (participle.test(last) || /^\p{Ll}+en$/u.test(last))) return last;
  return words.length > 3 && separated.has(last) ? last : "";
}

/** The first word that can be a verb, behind a complete group of nouns or a pronoun. */
function findVerb(words: readonly string[]): number {
  for (let at = 1; at < words.length; at += 1) {
    const [before = "", word = "", next = ""] = [words[at - 1], words[at], words[at + 1]];
    if (!isHead(before) && !pronoun.test(before)) continue;
    if (/[,:;]$/.test(before)) return -1;
    if (auxiliaries.has(word)) return at;
    if (finiteVerb.test(word) && !stopWords.has(word) && !isAdjectiveBefore(word, next)) return at;
  }
  return -1;
}

/** "Rathaus alten Stils": a word in -en right before a noun, where no group of words begins. */
function isAdjectiveBefore(word: string, next: string): boolean {
  return word.endsWith("en") && /^\p{Lu}\p{Ll}+s$/u.test(next);
}

function readParts(words: readonly string[]): Part[] {
  const parts: Part[] = [];
  let current: string[] = [];
  const end = () => {
    if (current.length > 0) parts.push({ text: current.join(" "), kind: kindOf(current) });
    current = [];
  };
  for (const [at, word] of words.entries()) {
    if (isComplete(current) && beginsPart(words, at)) end();
    current.push(word);
  }
  end();
  return parts;
}

function isComplete(words: readonly string[]): boolean {
  const last = words.at(-1);
  return last !== undefined && (isHead(last) || (words.length === 1 && timeWord.test(last)));
}

function beginsPart(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  const lower = word.toLowerCase();
  if (ties.has(lower) || attached.has(lower)) return false;
  if (prepositions.has(lower) || determiners.has(lower)) return true;
  if (/[,;:]$/.test(words[at - 1] ?? "")) return true;
  const before = words[at - 1] ?? "";
  // "bis 2027 | Windräder", "im Quartal | 2,4 Milliarden": but "Halle 3" and "1. März" are one.
  if (/^(?:19|20)\d{2}$/.test(before)) return true;
  return (
    /^\p{Ll}/u.test(word) || (/^\d/.test(word) && isHead(words[at + 1] ?? "") && !/^\d{1,2}\.$/.test(before))
  );
}

function kindOf(words: readonly string[]): Part["kind"] {
  const [first = ""] = words;
  const text = words.join(" ");
  const lower = first.toLowerCase();
  if (timeWord.test(text) && (prepositions.has(lower) || words.length === 1)) return "time";
  if (lower === "für") return "addressee";
  if (/^(?:in|im|am|an|auf|bei|beim|nach|aus)$/.test(lower)) {
    return words.some((word) => isPlace(word.replace(/\P{L}+$/u, ""))) ||
      /^(?:in|im|am|an|bei|beim)$/.test(lower)
      ? "place"
      : "other";
  }
  return prepositions.has(lower) ? "other" : words.some(isHead) ? "object" : "other";
}
