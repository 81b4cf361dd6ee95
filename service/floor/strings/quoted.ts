/**
 * A text in German quotation marks, those within it single: „‚Tag der offenen Tür‘ lockt 3.000 Besucher“. One that has no partner is
 * none: 24" are inches.
 */
export function quoted(text: string): string {
  const marks = text.match(quotationMarks) ?? [];
  return `„${marks.length % 2 === 0 ? withInnerQuotes(text) : text}“`;
}

const quotationMarks = /["„“”«»]/g;

/** Replaces all quotation marks by single ones, so that the text can stand inside „…“. */
export function withInnerQuotes(text: string): string {
  let isOpen = false;
  return text.replace(quotationMarks, () => {
    isOpen = !isOpen;
    return isOpen ? "‚" : "‘";
  });
}
