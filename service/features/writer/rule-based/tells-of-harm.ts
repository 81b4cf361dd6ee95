/** Characters looked at before a sign: seven words of a sentence. A bound, so that a text of signs alone takes linear time. */
const lookBack = 120;

/** A word between "nobody" and the sign. With these the sentence tells of others, who were harmed, or of how badly they were. */
const between =
  " (?!(?:und|aber|doch|jedoch|sondern|wie|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|mehrere|einige|viele|mehr|weniger|weit|nur|schwer\\p{L}*|tödlich\\p{L}*|lebens\\p{L}*)(?!\\p{L}))[\\p{L}-]+";

const deniedBefore = new RegExp(
  `(?<!\\p{L})(?:(?:niemand(?:en|em)?|keiner|keine (?:menschen|person(?:en)?)|kein mensch|weder)(?:${between}){0,6}|(?:nicht|keine?[mn]?|ohne)(?:${between}){0,2})(?: und)? $`,
  "iu",
);
const deniedBehind = new RegExp(
  `(?: (?:wurden?|wird|worden|ist|sind|sei(?:en)?|hat|gab|gibt|gebe|kam(?:en)?|gekommen)(?:${between}){0,6}?)? (?:niemand(?:en|em)?|keine[rn]?|nicht)(?=[.,;:!?]|$| und | bei)`,
  "iuy",
);

/**
 * Whether a sentence has a sign of harm that it does not deny. A "nicht" that belongs to something else denies none: with
 * "Zwei Menschen starben, die Ursache ist noch nicht geklärt" the statement had no word for the dead.
 */
export function tellsOfHarm(sentence: string, signs: RegExp): boolean {
  for (const { index, 0: sign } of sentence.matchAll(new RegExp(signs, "giu"))) {
    deniedBehind.lastIndex = index + sign.length;
    if (
      !deniedBefore.test(sentence.slice(Math.max(0, index - lookBack), index)) &&
      !deniedBehind.test(sentence)
    )
      return true;
  }
  return false;
}
