import { toNormalForm } from "../../../../floor/strings/normal-form.ts";

/**
 * Text as it is drawn: composed (NFC), on one line, without invisible characters.
 * No-break spaces become spaces here, after wrapping, so that copied figures can be searched for.
 */
export function plainText(text: string): string {
  if (isPlainAscii.test(text)) {
    return text;
  }
  return toNormalForm(text, "NFC")
    .replace(invisible, "")
    .replace(blanks, " ")
    .replace(loneSurrogates, "\ufffd");
}

const isPlainAscii = /^[\x20-\x7e]*$/;
/** Soft hyphen, zero-width characters, directional marks, variation selectors, emoji tags, byte order mark. */
const invisible = /[\p{Cf}\p{Variation_Selector}]/gu;
/** Control characters, line and paragraph separators and the many widths of blanks. */
const blanks = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]/gu;
const loneSurrogates = /\p{Surrogate}/gu;
