/** Control and format characters (NUL, bidi overrides), lone surrogates, line separators: PostgreSQL or the report chokes on them. */
const unwanted = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Makes text of a request fit to store and show: unwanted characters removed, NFC, white space joined, at most `codePointsMax`. */
export function cleanText(text: string, codePointsMax: number): string {
  // Twice as many units as code points at most, and as many again for what is removed: a 10 KB value costs no more.
  const cleaned = text
    .slice(0, codePointsMax * 4)
    .replace(unwanted, "")
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .trim();
  return cleaned.length <= codePointsMax ? cleaned : [...cleaned].slice(0, codePointsMax).join("").trimEnd();
}
