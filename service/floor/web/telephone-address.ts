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

/** As telephones dial it. Readers write "+49 (0)30 1234-5": the zero in brackets is dialled only without the country code (DIN 5008). */
export function telephoneAddress(number: string): string | null {
  const digits = number.replace(/^(\s*(?:\+|00)[\d\s]+)\(0\)/, "$1").replace(/[^\d+]/g, "");
  return /^\+?\d{3,20}$/.test(digits) ? `tel:${digits}` : null;
}
