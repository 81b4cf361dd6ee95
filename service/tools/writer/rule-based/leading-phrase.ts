import { inflecting } from "./topic-nouns.ts";

const isJoining = (word: string) =>
  inflecting.has(word) || /^(?:und|oder|das|die|ein|eine|\d[\d.,]*)$/.test(word);

/**
 * Returns the longest beginning of a topic that is one phrase of nouns ("Förderung von Photovoltaik") and has at most
 * `lengthMax` code points; null when the topic does not begin with `noun` or nothing but the noun fits.
 * It ends in front of a verb, a mark or a preposition, so that no noun loses what belongs to it.
 */
export function leadingPhrase(topic: string, noun: string, lengthMax: number): string | null {
  if (!topic.startsWith(`${noun} `)) return null;
  const words = topic.split(" ");
  let best: string | null = null;
  for (let at = noun.split(" ").length; at <= words.length; at += 1) {
    const phrase = words
      .slice(0, at)
      .join(" ")
      .replace(/[:;,.!–-]+$/, "");
    if (Array.from(phrase).length > lengthMax) break;
    const [last = "", next = ""] = [words[at - 1], words[at]];
    if (isNounLike(last) && isEnd(last, next)) best = phrase;
    if (/[:;,.!–]$/.test(last) || !belongs(words, at)) break;
  }
  return best === noun ? null : best;
}

function isNounLike(word: string): boolean {
  return /^[„"(]?\p{Lu}/u.test(word);
}

function isEnd(last: string, next: string): boolean {
  if (next === "" || /[:;,.!–]$/.test(last)) return true;
  if (/^\p{Lu}|^[„"(&]/u.test(next)) return false;
  return !/^(?:und|oder|der|des|einer|eines|unserer|ihrer|seiner|eigener)$/.test(next);
}

/** A noun, a word that joins, or an adjective between such a word and a noun; a verb is none of them. */
function belongs(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  if (isNounLike(word) || word === "&" || isJoining(word)) return true;
  return /^\p{Ll}+e[nmrs]?$/u.test(word) && isJoining(words[at - 1] ?? "") && isNounLike(words[at + 1] ?? "");
}
