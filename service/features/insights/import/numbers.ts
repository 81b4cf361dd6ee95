/** Reads numbers as German and English tables write them. Each function returns null for what it can't read. */

/** Blanks and apostrophes between groups of three, as in `1 234`, `1’234` and with narrow no-break spaces. */
const groupBlanks = /(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(?!\d))/g;
/** Before a group stands no zero: `0,750` is part of a million and no 750. */
const grouped = /^[+-]?[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/;

/**
 * A whole number that isn't negative: `1234`, `1.234`, `1,234`, `1 234`, `1.234,00`. A single dot or comma before exactly three
 * digits separates thousands here, because nothing that is counted has three decimals.
 */
export function parseWhole(text: string): number | null {
  const compact = text.trim().replace(groupBlanks, "");
  const digits = grouped.test(compact) ? compact.replace(/[.,]/g, "") : withoutEmptyDecimals(compact);
  const value = parsePlain(digits);
  return value !== null && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/**
 * A number with decimals: `1234.5`, `1.234,56`, `1,234.56`, `3,4`. Where there is one separator only, once, it is the decimal
 * one; where both are, the last.
 */
export function parseDecimal(text: string): number | null {
  const compact = text.trim().replace(groupBlanks, "");
  const dots = compact.split(".").length - 1;
  const commas = compact.split(",").length - 1;
  if (dots > 0 && commas > 0) {
    const decimal = compact.lastIndexOf(".") > compact.lastIndexOf(",") ? "." : ",";
    const [whole = "", fraction = "", ...more] = compact.split(decimal);
    if (more.length > 0 || !grouped.test(whole)) return null;
    return parsePlain(`${whole.replace(/[.,]/g, "")}.${fraction}`);
  }
  if (dots > 1 || commas > 1) return grouped.test(compact) ? parsePlain(compact.replace(/[.,]/g, "")) : null;
  return parsePlain(compact.replace(",", "."));
}

/** A share from 0 to 1: `0.052`, `0,052`, or with a per cent sign `5,2 %`. */
export function parseShare(text: string): number | null {
  const percent = /^(.*?)\s*%$/s.exec(text.trim())?.[1];
  const value = parseDecimal(percent ?? text);
  if (value === null) return null;
  // Through a decimal text: 5.2 / 100 is 0.052000000000000005.
  const share = percent === undefined ? value : Number((value / 100).toPrecision(15));
  return share >= 0 && share <= 1 ? share : null;
}

function withoutEmptyDecimals(text: string): string {
  const match = /^(.*)[.,]0{1,2}$/.exec(text);
  if (match?.[1] === undefined) return text;
  return grouped.test(match[1]) ? match[1].replace(/[.,]/g, "") : match[1];
}

function parsePlain(text: string): number | null {
  return /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : null;
}
