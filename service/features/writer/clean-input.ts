import { toNormalForm } from "../../floor/strings/normal-form.ts";

/**
 * Control characters except tab and line end, marks that change the writing direction, zero-width spaces and the byte
 * order mark, lone surrogates, non-characters and language tags. The joiner U+200D stays: emoji and Persian need it.
 */
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\p{Cs}\u{e0000}-\u{e007f}]/gu;

/**
 * Returns text that is safe to show and to count: line ends as `\n`, composed (NFC), without invisible controls, trimmed.
 * HTML stays as it is: results are text, and a page that shows them escapes them.
 */
export function cleanInput(text: string): string {
  return toNormalForm(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n").replace(unsafe, ""), "NFC").trim();
}

/** Length of a text in Unicode code points, the unit of all bounds here. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
