import { isNoun } from "../../../text-analysis/extract-keywords.ts";
import { isPlace } from "../../../text-analysis/find-answered-questions.ts";
import { splitWords } from "../../../text-analysis/split-words.ts";
import { stopWords } from "../../../text-analysis/stop-words.ts";

/** Nouns of a topic that can stand uninflected at the head of a headline, and the place if one is named. */
export type TopicNouns = { heads: string[]; place: string | null };

/** Longest noun group, in words; names such as "Verein für Heimatpflege" end at the first small word anyway. */
const groupWordsMax = 4;
const headLengthMax = 34;

/** Words that join nouns to one phrase. Behind them a noun may stand in an inflected form: den Häusern, des Vereins, mit Kunden. */
export const inflecting = new Set(
  `mit von bei aus zu nach seit in an auf unter über vor neben zwischen hinter für gegen ohne durch um wegen trotz während
  im am beim vom zum zur ins ans den dem des der einem einen einer eines keinem keinen keiner unserem unseren unserer
  unseres ihrem ihren ihrer ihres seinem seinen seiner seines diesem diesen dieser dieses allen aller vielen mehreren
  meinem meinen meiner innerhalb außerhalb dank laut je pro statt`.split(/\s+/),
);
/** Endings of plurals that are the same in all cases, and of singulars that never change. */
const unchanging =
  /(?:ungen|ionen|heiten|keiten|schaften|täten|innen|enzen|anzen|ung|ion|heit|keit|schaft|tät|enz|anz|ei|ik|ur|ie)$/;
/** A capitalised first word before one of these is a verb: "Ignoriere alle …", "Eröffnet die Firma …". */
const afterVerb = new Set(
  "der die das den dem ein eine einen alle allen alles uns mir dir sich mich dich sie wir ihr es er man jetzt nicht hier".split(
    " ",
  ),
);

/** What is asked for, not what it is about. */
const taskNouns = new Set(
  "headline headlines überschrift überschriften schlagzeile schlagzeilen titel text texte artikel stellungnahme".split(
    " ",
  ),
);
/** When and where in general: a headline is about them only when there is nothing else. */
const vagueNouns = new Set(
  `frühjahr frühling sommer herbst winter jahr jahre tag tage woche wochen monat monate stunde stunden handel land
  montag dienstag mittwoch donnerstag freitag samstag sonntag`.split(/\s+/),
);
const legalForms = new Set(["GmbH", "AG", "SE", "KG", "UG", "OHG"]);

/** Returns the noun groups of a sentence that are surely in their base form, in order and without repeats. */
export function topicNouns(sentence: string): TopicNouns {
  const words = readTokens(sentence);
  const heads: string[] = [];
  let place: string | null = null;
  if (isInCapitals(words)) return { heads, place };
  for (let at = 0; at < words.length; at += 1) {
    const group = groupAt(words, at, sentence.endsWith("?"));
    if (group.length === 0) continue;
    const before = words[at - 1]?.toLowerCase() ?? "";
    const text = group.join(" ");
    if (group.length === 1 && isPlace(text)) {
      if (!text.endsWith("er") && /^(?:in|aus|nach)$/.test(before)) place ??= text;
    } else if (
      Array.from(text).length <= headLengthMax &&
      !heads.includes(text) &&
      !taskNouns.has(text.toLowerCase()) &&
      !isAttribute(words, at) &&
      !hasInflectedName(group, before) &&
      isBaseForm(words, at, group.at(-1) ?? "")
    ) {
      heads.push(text);
    }
    at += group.length - 1;
  }
  const clear = heads.filter((head) => !vagueNouns.has(head.toLowerCase()));
  return { heads: clear.length > 0 ? clear : heads, place };
}

/** Words, and "," for each mark that parts groups of nouns; "&" stays, for it joins the names of a firm. */
function readTokens(sentence: string): string[] {
  return sentence
    .replace(/[,;:–()„“”"‚‘/]/g, " , ")
    .split(/\s+/)
    .flatMap((token) => (token === "," || token === "&" ? [token] : splitWords(token)));
}

/** Among capitals nothing tells a noun from a verb. */
function isInCapitals(words: readonly string[]): boolean {
  const letters = words.filter((word) => /^\p{L}{2,}/u.test(word));
  return letters.length > 1 && letters.every((word) => word === word.toUpperCase());
}

function groupAt(words: readonly string[], from: number, isQuestion: boolean): string[] {
  const group: string[] = [];
  for (let at = from; at < words.length && group.length < groupWordsMax; at += 1) {
    const word = words[at] ?? "";
    const joinsNames = word === "&" && group.length > 0 && isNoun(words[at + 1] ?? "");
    const isForm = group.length > 0 && legalForms.has(word);
    if (!joinsNames && !isForm && !isNoun(word)) break;
    if (at === 0 && isLeadingVerb(word, words[1] ?? "", isQuestion)) break;
    group.push(word);
  }
  return group;
}

/** "Ignoriere alle …", "Schreiben Sie …", "Eröffnet die Firma …?" begin with a verb; "Ernte der Äpfel" does not. */
function isLeadingVerb(word: string, next: string, isQuestion: boolean): boolean {
  if (!afterVerb.has(next.toLowerCase()) || (next === "der" && !isQuestion)) return false;
  return word.endsWith("e") || (/(?:t|en)$/.test(word) && (isQuestion || next === "Sie"));
}

/** "Tag der offenen Tür", "Fest der Feuerwehr": the second noun belongs to the first and is no topic by itself. */
function isAttribute(words: readonly string[], at: number): boolean {
  let back = at - 1;
  while (
    back > 0 &&
    /^\p{Ll}+(?:en|er)$/u.test(words[back] ?? "") &&
    !/^(?:der|einer|unserer|ihrer|seiner)$/.test(words[back] ?? "")
  )
    back -= 1;
  return (
    back > 0 &&
    /^(?:der|des|einer|eines|unserer|unseres|ihrer|ihres|seiner|seines)$/.test(words[back] ?? "") &&
    /^\p{Lu}/u.test(words[back - 1] ?? "")
  );
}

/** "dem Deutschen Roten Kreuz": the adjectives of a name are inflected with it. */
function hasInflectedName(group: readonly string[], before: string): boolean {
  const [first = ""] = group;
  return group.length > 1 && inflecting.has(before) && /e[nm]$/.test(first) && !isPlace(first);
}

/** How many small words before a noun are looked at for its case: "mit den vielen neuen Häusern". */
const lookBack = 8;

function isBaseForm(words: readonly string[], at: number, last: string): boolean {
  if (isPlace(last) || unchanging.test(last)) return true;
  if (!/[ns]$/.test(last)) return true;
  for (let back = at - 1; back >= 0 && back >= at - lookBack; back -= 1) {
    const word = words[back] ?? "";
    if (inflecting.has(word.toLowerCase())) return false;
    if (/^\p{Lu}/u.test(word) && !stopWords.has(word.toLowerCase())) {
      // "Verkauf von Büchern und Heften": the case goes on behind "und".
      if (!/^(?:und|oder|,)$/.test(words[back + 1] ?? "")) return true;
    }
  }
  return true;
}
