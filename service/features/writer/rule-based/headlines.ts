import { isPlace } from "../../../press-text/analysis/find-answered-questions.ts";
import { splitWords } from "../../../press-text/analysis/split-words.ts";
import { stopWords } from "../../../press-text/analysis/stop-words.ts";
import { headlineCount, headlineLengthMax } from "../writer.ts";
import { isHead, type ParsedTopic, type Part, parseTopic, splitClauses } from "./parse-topic.ts";
import { cutAtWord, isAddressed, readSentences, withGermanQuotes } from "./usable-sentences.ts";

/** A headline without two words that carry meaning says nothing of this topic. */
const contentWordsMin = 2;
/** An input with more sentences than this is a whole text, and no topic for a headline. */
const sentencesMax = 6;

/**
 * Writes up to five different headlines from the topic's own words: the news, its subject with a colon, what it is about,
 * the place and the time first. Nothing is added, so a topic of one word has one headline, and one without words has none.
 * Each has fewer than 80 code points.
 */
export function writeHeadlines(topic: string): string[] {
  const sentences = readSentences(withoutAddresses(topic))
    .map(withGermanQuotes)
    .flatMap((sentence) => (isAddressed(sentence) ? subjectOfRequest(sentence) : [sentence]))
    .slice(0, sentencesMax);
  const words = contentWords(sentences.join(" "));
  const needed = Math.min(contentWordsMin, words.size);
  const [first = "", ...others] = sentences;
  const candidates = [...candidatesOf(first), ...others.map((sentence) => candidatesOf(sentence)[0] ?? "")];
  const chosen = new Map<string, string>();
  for (const candidate of candidates.map(polished)) {
    const own = contentWords(candidate);
    if (needed === 0 || own.size < needed || length(candidate) > headlineLengthMax) continue;
    const key = candidate
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
    if (!chosen.has(key)) chosen.set(key, candidate);
  }
  return [...chosen.values()].slice(0, headlineCount);
}

function candidatesOf(sentence: string): string[] {
  const phrase = withoutEndMark(sentence);
  const headline = withoutArticle(phrase);
  if (sentence.endsWith("?")) return [shortened(headline, `${headline}?`)];
  const [left = "", right = ""] = headline.split(/: (.+)/su);
  if (right !== "") return [headline, ...colonHeadlines(left, right)];
  const items = headline.split(", ");
  if (items.length > 2 && items.every((item) => item.split(" ").length <= 2))
    return listHeadlines(items, headline);
  // A clause behind a comma explains; the news stands before it.
  const aside = /, (?:dass|weil|um|wenn|damit|obwohl|nachdem|sodass|was|wo|der|die|das) /u.exec(phrase);
  const [clause, second] = splitClauses(aside === null ? phrase : phrase.slice(0, aside.index));
  const parsed = parseTopic(clause);
  const shaped = parsed.verb === "" ? phraseHeadlines(parsed.parts) : sentenceHeadlines(parsed);
  const next = second === null || parsed.verb === "" ? [] : [`${withoutArticle(parsed.subject)} ${second}`];
  if (length(headline) <= headlineLengthMax) return [headline, ...shaped, ...next];
  return [withoutArticle(clause), ...shaped, ...next, shortened(headline, headline)];
}

/** The halves of "Förderung von Photovoltaik: 14 Millionen Euro vom Land", each by itself where it says enough. */
function colonHeadlines(left: string, right: string): string[] {
  const [leftWords, rightWords] = [contentWords(left).size, contentWords(right).size];
  return [
    ...(leftWords >= contentWordsMin ? [`${right}: ${left}`] : []),
    ...(rightWords > contentWordsMin ? [right] : []),
    ...(leftWords > contentWordsMin ? [left] : []),
  ];
}

function listHeadlines(items: readonly string[], phrase: string): string[] {
  const pairs = items.flatMap((item, at) => items.slice(at + 1).map((other) => `${item} und ${other}`));
  return [phrase, ...pairs.slice(0, headlineCount)];
}

/** Verbs that only bring their object forward, so that it says as much without them; "schließt" and "sucht" are none. */
const presenting =
  /^(?:eröffn|bau|errichte|entwickel|präsentier|zeig|start|bring|plan|veröffentlich|biete|begrüß|übern[ia]hm|übernimm|gründe|feier|erhalt|erhält|gewinn|investier|spende|entdeck|ernenn|stell|führ|wird$|werden$|lädt|laden)/u;

/** Verbs with which a participle says what was done: "hat eine App entwickelt". */
const perfect = /^(?:hat|haben|ist|sind|wird|werden|wurde|wurden)$/;

function sentenceHeadlines({ subject: written, verb, parts, tail }: ParsedTopic): string[] {
  const subject = withoutArticle(written);
  const object = parts.find((part) => part.kind === "object");
  const place = parts.find((part) => part.kind === "place");
  const time = parts.find((part) => part.kind === "time");
  const addressee = parts.find((part) => part.kind === "addressee");
  const closest = addressee ?? place ?? time;
  // "hat eine App entwickelt": the participle stays. "stellt eine App vor": the rest of the verb goes with it.
  const result = perfect.test(verb) ? tail : "";
  const named =
    object !== undefined && (result !== "" || presenting.test(verb)) ? nominative(object.text) : null;
  const without = (left: Part) => join(parts.filter((part) => part !== left).map((part) => part.text));
  const city = place === undefined ? null : cityOf(place);
  return [
    ...(parts.length > 2 ? [join([subject, verb, object?.text, closest?.text, tail])] : []),
    ...(named === null || isPronoun(subject) ? [] : [`${subject}: ${join([named, closest?.text, result])}`]),
    ...(place === undefined || city === null
      ? []
      : [`${city}: ${join([subject, verb, without(place), tail])}`]),
    ...(time === undefined ? [] : [join([time.text, verb, inSentence(written), without(time), tail])]),
    ...(named === null ? [] : [join([named, closest?.text, result])]),
    ...(object === undefined && closest !== undefined && tail === "" && !isPronoun(subject)
      ? [join([subject, closest.text])]
      : []),
  ];
}

function phraseHeadlines(parts: readonly Part[]): string[] {
  const [head, ...rest] = parts;
  if (head === undefined || parts.some((part) => !part.text.split(" ").some(isHead))) return [];
  const place = parts.find((part) => cityOf(part) !== null);
  const textOf = (list: readonly Part[]) => join(list.map((part) => part.text));
  const city = place === undefined || place === head ? null : cityOf(place);
  // A part that is no place, time or addressee belongs to the one before it.
  const ends = rest.filter((part, at) => at === 0 || part.kind !== "other");
  return [
    ...(city === null ? [] : [`${city}: ${inSentence(textOf(parts.filter((part) => part !== place)))}`]),
    ...(rest.length < 2 || head.kind !== "object" ? [] : ends.map((part) => join([head.text, part.text]))),
    ...(rest.length < 3 ? [] : [textOf(parts.slice(0, -1))]),
  ];
}

/** "in Augsburg", "am Klinikum Bonn": the name that can stand in front of a colon; null for "in der Eifel" and "in Halle 3". */
function cityOf(part: Part): string | null {
  const words = part.text.split(" ");
  const [preposition = "", name = ""] = words;
  if (words.length !== 2 || !/^(?:in|bei|aus|nach)$/i.test(preposition)) return null;
  return isPlace(name) && !name.endsWith("er") ? name : null;
}

/**
 * An object as it stands by itself: "einen neuen Windpark" and "neuen Windpark" are "neuer Windpark". Null where that can't be told
 * by rule, as of nouns in -n, which have a form of their own for it (den Kollegen, der Kollege).
 */
function nominative(object: string): string | null {
  const match = /^(?:(einen|den|ihren|seinen|unseren) )?(?:(\p{Ll}+)en )?(\p{Lu}\S*)(.*)$/u.exec(object);
  const [, article, adjective, noun = "", rest = ""] = match ?? [];
  if (article === undefined && adjective === undefined)
    return object.replace(/^(?:ein|eine|das|die) (?=\p{L})/u, "");
  if (noun.endsWith("n")) return null;
  return `${adjective === undefined ? "" : `${adjective}er `}${noun}${rest}`;
}

/** "Bitte erstelle Headlines für unser Sommerfest" is about the party. */
function subjectOfRequest(sentence: string): string[] {
  const subject =
    /(?<!\p{L})(?:headlines?|überschrift(?:en)?|schlagzeilen?|titel) (?:für|zu|zum|zur|über) (.+)$/iu.exec(
      sentence,
    )?.[1];
  return subject === undefined ? [] : [subject];
}

/** Drops web addresses; the host stays where it is what the sentence is about, and of a topic that is nothing else. */
function withoutAddresses(topic: string): string {
  const subject = /^(?:https?:\/\/|www\.)(?:www\.)?([^\s/<>"]+)(?:[/<>"]\S*)?(?=\s+\p{Ll})/u;
  const rest = topic.replace(subject, "$1").replace(/(?:https?:\/\/|www\.)[^\s<>"]+/g, " ");
  if (/[\p{L}\p{N}]/u.test(rest)) return rest;
  return /(?:https?:\/\/)?(?:www\.)?([^\s/<>"?#]+)/.exec(topic)?.[1] ?? topic;
}

function contentWords(text: string): Set<string> {
  const words = splitWords(text).map((word) => word.toLowerCase());
  return new Set(words.filter((word) => !stopWords.has(word) && (/\d/.test(word) || length(word) > 2)));
}

function isPronoun(subject: string): boolean {
  return /^(?:wir|sie|er|es|ich|man)$/i.test(subject);
}

function withoutEndMark(sentence: string): string {
  return sentence.replace(/^(?:Thema|Betreff|Titel): ?/i, "").replace(/(?<![.!?:;,…\s])[.!?:;,…\s]+$/, "");
}

/** Headlines leave the first article out: "Die Stadtwerke bauen". */
function withoutArticle(text: string): string {
  return text.replace(/^(?:Der|Die|Das) (?=\p{Lu})/u, "");
}

/** Articles and the adjectives that releases begin with have a small letter inside a sentence; of others nobody can tell. */
function inSentence(text: string): string {
  return /^(?:Der|Die|Das|Eine?|Unsere?|Wir|Sie|(?:Neu|Erst|Kostenlos|Digital|Groß|Klein|Jung|Alt|Viel|Mehrer)e[rsn]?|Zwei|Drei|Vier|Alle) /u.test(
    `${text} `,
  )
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

function shortened(phrase: string, whole: string): string {
  if (length(whole) <= headlineLengthMax) return whole;
  const words = cutAtWord(phrase, headlineLengthMax - 2, "").split(" ");
  while (words.length > 1 && !isHead(words.at(-1) ?? "")) words.pop();
  return `${words.join(" ").replace(/[,;:]$/, "")} …`;
}

function polished(line: string): string {
  const text = line.replace(/[,;]$/, "").trim();
  // A host name and a brand such as iPhone keep their small letters.
  if (/^[\p{Ll}\d-]+\.\p{Ll}|^\p{Ll}\p{Lu}/u.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function join(texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && text !== "").join(" ");
}

function length(text: string): number {
  return Array.from(text).length;
}
