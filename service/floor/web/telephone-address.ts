/**
 * A number as the keys of a computer give it: copied out of an imprint or a list of contacts it has no-break blanks, dashes and marks of
 * direction, which nobody sees and which are none of a telephone number.
 */
export function plainTelephone(text: string): string {
  return text
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Zs}/gu, " ")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .trim();
}

/** The longest code of a town, "033701 / 1234". What is longer before a slash is a whole number. */
const townCodeLengthMax = 6;
/** The same behind a plus sign and a country code, which has three digits at most: "+423 33701 / 1234". */
const codesLengthMax = 9;

/**
 * As telephones dial it; null for what is none, and for two numbers in a row, which would be dialled as one. Readers write
 * "+49 (0)30 1234-5": the zero in brackets is dialled only without the country code (DIN 5008).
 */
export function telephoneAddress(text: string): string | null {
  const number = text.replace(/^(\s*(?:\+|00)[\d\s./-]+)\(\s*0\s*\)/, "$1");
  const dialled = keysOf(number);
  const beforeSlash = keysOf(/^(.*)(?:\s\/|\/[\s0-])/.exec(number)?.[1] ?? "").replace(/^00/, "+");
  const isSecondAfter =
    beforeSlash.length > (beforeSlash.startsWith("+") ? codesLengthMax : townCodeLengthMax);
  // No number has more than 15 digits, its country code among them (E.164, 6).
  return /^(?:\+|00)?\d{3,15}$/.test(dialled) && !isSecondAfter ? `tel:${dialled}` : null;
}

function keysOf(number: string): string {
  return number.replace(/[^\d+]/g, "");
}
