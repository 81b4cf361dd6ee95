import { plainText } from "../../../press-text/analysis/plain-text.ts";
import { splitSentences } from "../../../press-text/analysis/split-sentences.ts";

/** Emoji with their joiners and variation marks, and other pictures; they have no place in a statement. */
const pictures = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200d|\ufe0f|\u20e3/gu;
/** A pasted address without a full stop ends a sentence when a new one begins behind it. */
const addressBeforeSentence = /(?<!\S)(?:https?:\/\/|www\.)\S+\s+(?=\p{Lu})/gu;
const bullet = /^[-*•–·]\s+/;
const listMark = /^(?:[-*•–·]|\d{1,2}[.)])\s+/;

/** Words that admit guilt or liability. A draft must not say them unless a lawyer has agreed. */
const guilt =
  /(?<!\p{L})(?:schuld(?:ig|en)?|mitschuld|fahrlässig\p{L}*|versäum\p{L}*|versag(?:t|en)|verschuldet|verantwortlich|haften|haftung|vertuscht?\p{L}*|verheimlicht?|verschwiegen|gelogen|wissentlich|absichtlich|gepfuscht|geschlampt|geschlamp\p{L}*|entschuldig\p{L}*|leidtun)(?!\p{L})|(?:unser|mein)(?:e|em|en|er)? (?:\p{L}+ )?(?:fehler|verschulden)|fehler gemacht|tut uns (?:sehr )?leid|hätten (?:\p{L}+ ){0,4}(?:müssen|sollen)/iu;
/** Words with which the sender promises something. */
const promise =
  /(?<!\p{L})(?:garantier\p{L}*|verspr[eo]ch\p{L}*|versprich\p{L}*|zusichern|nie wieder|sorgen dafür|dafür sorgen|wiedergutmach\p{L}*)(?!\p{L})|(?<!\p{L})(?:wir|uns) (?:\p{L}+ ){0,8}(?:entschädig|erstatt|ersetz|kommen .{0,20}auf)\p{L}*/iu;
/** Sentences that speak to whoever writes, and to a machine: no facts of a case. */
const instruction =
  /(?<!\p{L})(?:ignor(?:ier|e)|vergiss|vergessen sie|missachte|disregard|forget)\p{L}*[^.!?]{0,60}(?:anweisung|instru[ck]tion|regel|vorgabe|prompt)|system-?\s?prompt|(?<!\p{L})du bist (?:jetzt|nun|ab)|(?<!\p{L})antworte (?:nur|mit|auf|ab)|^gib (?!es)/iu;
const request =
  /^(?:bitte|hilfe|helft|hallo|hi|guten (?:tag|morgen)|liebe[rs]?|sehr geehrte[rs]?|(?:schreib|erstell|formulier|verfass|nenn|mach)(?:e|t|en sie)?|kannst|könnt|können sie|ich brauche|wir brauchen|ich möchte|wir möchten|danke|vielen dank|mit freundlichen|viele grüße)(?!\p{L})/iu;

/** What the press asks the sender is no part of the case, and its deadline no time of it. */
const inquiry =
  /^(?:und )?(?:(?:der|die|das|ein|eine|erste|mehrere) )?(?:presse|medien|journalist\p{L}*|redaktion\p{L}*|reporter\p{L}*|\p{L}*zeitung(?:en)?|fernsehen|\p{L}*magazin|ard|zdf|rtl|wdr|ndr|swr|mdr|bild|spiegel|dpa) (?:\p{L}+ )?(?:will|wollen|möchten?|verlang\p{L}*|bitte[tn]|frag(?:t|en)|ruft|rufen|erwarte[tn])(?!\p{L})/iu;

export type UsableSentences = {
  sentences: string[];
  /** The same with questions, admissions and promises: they tell the kind of crisis, and are not repeated. */
  signs: string[];
  /** Something was left out because it admits guilt or promises something. */
  hasOmissions: boolean;
};

/** Returns the sentences that state facts, without pictures, tags, questions, requests, inquiries, admissions and promises. */
export function usableSentences(text: string): UsableSentences {
  const sentences: string[] = [];
  const signs: string[] = [];
  let hasOmissions = false;
  for (const sentence of new Set(readSentences(text))) {
    if (inquiry.test(sentence)) continue;
    if (!instruction.test(sentence)) signs.push(sentence);
    if (guilt.test(sentence) || promise.test(sentence)) hasOmissions = true;
    else if (!isAddressed(sentence) && !sentence.endsWith("?")) sentences.push(sentence);
  }
  return { sentences, signs, hasOmissions };
}

/** Returns all sentences of a text without pictures, HTML tags and list marks, each on one line. */
export function readSentences(text: string): string[] {
  // In one line alone "1. FC Köln" is a name.
  const mark = text.includes("\n") ? listMark : bullet;
  return plainText(text)
    .replace(pictures, " ")
    .replace(addressBeforeSentence, "\n")
    .split("\n")
    .map((line) => line.trim().replace(mark, "").replace(/\s+/g, " "))
    .flatMap(splitSentences)
    .map(withoutRequest)
    .map((sentence) => sentence.replace(/\s+([,.;:!?])/g, "$1").replace(/([!?]){2,}/g, "$1"));
}

/** "Bitte schreibe eine Stellungnahme: In Ulm brennt es." asks before the colon and tells behind it. */
function withoutRequest(sentence: string): string {
  const colon = sentence.indexOf(": ");
  if (colon === -1 || !isAddressed(sentence.slice(0, colon))) return sentence;
  return sentence.slice(colon + 2).trim() || sentence;
}

/** Whether a sentence is a request or an instruction to the writer. */
export function isAddressed(sentence: string): boolean {
  return request.test(sentence) || instruction.test(sentence);
}

/** Replaces straight double quotation marks by German ones. */
export function withGermanQuotes(text: string): string {
  let isOpen = false;
  return text.replace(/"/g, () => {
    isOpen = !isOpen;
    return isOpen ? "„" : "“";
  });
}

/** Cuts a text at a word so that it has at most `lengthMax` code points, with the mark given at the end. */
export function cutAtWord(text: string, lengthMax: number, mark: string): string {
  const points = Array.from(text);
  if (points.length <= lengthMax) return text;
  const room = lengthMax - Array.from(mark).length;
  const cut = points.slice(0, room).join("");
  const space = cut.lastIndexOf(" ");
  const kept = space > room / 2 ? cut.slice(0, space) : cut;
  return kept.replace(/[\s,;:–-]+$/, "") + mark;
}
