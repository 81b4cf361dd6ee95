import { stopWords } from "../../../text-analysis/stop-words.ts";
import { headlineCount, headlineLengthMax } from "../writer.ts";
import { leadingPhrase } from "./leading-phrase.ts";
import { topicNouns } from "./topic-nouns.ts";
import {
  cutAtWord,
  isAddressed,
  readSentences,
  withGermanQuotes,
  withInnerQuotes,
} from "./usable-sentences.ts";

/** Longest head in code points, so that the longest pattern ("…: Was Sie jetzt wissen sollten") still fits. */
const headLengthMax = 43;
/** Fewest words of a topic that is a headline by itself. */
const ownHeadlineWordsMin = 4;

/**
 * Writes five headlines of five patterns (news, question, figures, service, focus) from the topic's own words.
 * The words stand before or behind a colon or in quotes, where they need no inflection; each has fewer than 80 code points.
 */
export function writeHeadlines(topic: string): string[] {
  const sentences = readSentences(withoutAddresses(topic)).map(withGermanQuotes);
  const facts = sentences.filter((sentence) => !isAddressed(sentence));
  const sentence = facts[0] ?? "";
  const phrase = tidy(sentence);
  const { heads, place } = topicNouns((facts.length > 0 ? facts : sentences).join(" , "));
  const isQuestion = sentence.endsWith("?");
  const head = chooseHead(isQuestion || isHeadline(phrase) ? "" : phrase, heads, sentence);
  const [first = head, second = first] = heads.filter((noun) => noun !== head);
  const candidates = [
    isHeadline(phrase) ? phrase + (isQuestion ? "?" : "") : `${head}: Das Wichtigste im Überblick`,
    isQuestion ? `${first}: Antworten auf die wichtigsten Fragen` : `${head}: Was Sie jetzt wissen sollten`,
    `${canBePaired(first, second, sentence) ? `${first} und ${second}` : first}: Zahlen, Daten, Fakten`,
    `Fragen und Antworten zum Thema „${withInnerQuotes(head)}“`,
    place !== null && !first.includes(place)
      ? `Blick nach ${place}: ${first} im Mittelpunkt`
      : `Im Blickpunkt: ${second}`,
    `${first}: Was jetzt wichtig ist`,
    `Hintergrund: ${head}`,
    `Kurz erklärt: ${head}`,
  ];
  return [...new Set(candidates.map(capitalised))]
    .filter((line) => length(line) <= headlineLengthMax)
    .slice(0, headlineCount);
}

/** Drops web addresses; the host stays where it is what the sentence is about, and of a topic that is nothing else. */
function withoutAddresses(topic: string): string {
  const subject = /^(?:https?:\/\/|www\.)(?:www\.)?([^\s/<>"]+)(?:[/<>"]\S*)?(?=\s+\p{Ll})/u;
  const rest = topic.replace(subject, "$1").replace(/(?:https?:\/\/|www\.)[^\s<>"]+/g, " ");
  if (/[\p{L}\p{N}]/u.test(rest)) return rest;
  return /(?:https?:\/\/)?(?:www\.)?([^\s/<>"?#]+)/.exec(topic)?.[1] ?? topic;
}

/** A sentence with a verb and of fitting length is a headline by itself. */
function isHeadline(phrase: string): boolean {
  const words = phrase.split(" ");
  if (words.length < ownHeadlineWordsMin || length(phrase) >= headlineLengthMax) return false;
  return words.some(
    (word) =>
      /^(?:wird|werden|ist|sind|hat|haben|will|wollen)$/.test(word) ||
      (/^\p{Ll}+(?:t|te|en|ern|eln)$/u.test(word) && !stopWords.has(word)),
  );
}

/** Only what the topic itself joins belongs together. */
function canBePaired(first: string, second: string, sentence: string): boolean {
  return (
    [" und ", ", "].some((joint) => sentence.includes(first + joint + second)) &&
    !first.includes(" ") &&
    !second.includes(" ") &&
    length(first) + length(second) < headLengthMax
  );
}

/** The short topic as written, else its first noun with what belongs to it, else its beginning. */
function chooseHead(phrase: string, heads: readonly string[], sentence: string): string {
  if (phrase !== "" && length(phrase) <= headLengthMax) return phrase;
  const text = phrase || tidy(sentence);
  const [firstWord = ""] = text.split(" ");
  if (leadingPhrase(text, firstWord, headLengthMax) === text) return text;
  const [noun] = heads;
  if (noun !== undefined) {
    const start = /^(?:Neue|Erste)[rs]?$/.test(firstWord) ? `${firstWord} ${noun}` : noun;
    return leadingPhrase(text, start, headLengthMax) ?? noun;
  }
  if (text === "") return "[Thema]";
  if (length(text) <= headLengthMax) return text;
  const words = cutAtWord(text, headLengthMax - 2, "").split(" ");
  while (words.length > 1 && stopWords.has((words.at(-1) ?? "").toLowerCase())) words.pop();
  return `${words.join(" ")} …`;
}

/** Without the mark at the end, and without the article that headlines leave out ("Die Stadtwerke bauen"). */
function tidy(sentence: string): string {
  return sentence
    .replace(/[.!?:;,…\s]+$/, "")
    .replace(/^(?:Der|Die|Das) (?=\p{Lu})/u, "")
    .replace(/^(?:Thema|Betreff|Titel): ?/i, "");
}

function capitalised(line: string): string {
  // A host name and a brand such as iPhone keep their small letters.
  if (/^[\p{Ll}\d-]+\.\p{Ll}|^\p{Ll}\p{Lu}/u.test(line)) return line;
  return line.charAt(0).toUpperCase() + line.slice(1);
}

function length(text: string): number {
  return Array.from(text).length;
}
