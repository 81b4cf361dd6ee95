import { type Html, html } from "./html.ts";

/** Languages in which a page can speak to its readers. */
export type PageLanguage = "de" | "en";

/** The page language of a BCP 47 tag: English for `en` and its regions, German for all others. */
export function pageLanguageOf(tag: string): PageLanguage {
  return /^en(?:-|$)/i.test(tag) ? "en" : "de";
}

/** The language of a text where a page can speak it, else that of the newsroom in which it appears. */
export function spokenLanguageOf(tag: string, newsroomLanguage: PageLanguage): PageLanguage {
  return /^(?:de|en)(?:-|$)/i.test(tag) ? pageLanguageOf(tag) : newsroomLanguage;
}

/** "français" for `fr`: the name of a language in itself. The tag where it has none that is known here. */
export function ownNameOf(tag: string): string {
  try {
    // For a language that it does not know, `Intl.DisplayNames` would take that of the process.
    if (Intl.DisplayNames.supportedLocalesOf(tag).length === 0) return tag;
    return new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
  } catch (error) {
    // `Intl` refuses a malformed tag like `fr-1`, which our rules let through.
    if (error instanceof RangeError) return tag;
    throw error;
  }
}

/** What the layout itself says. */
export const layoutTexts: Record<PageLanguage, { skip: string; imprint: string; privacy: string }> = {
  de: { skip: "Zum Inhalt springen", imprint: "Impressum", privacy: "Datenschutz" },
  en: { skip: "Skip to content", imprint: "Imprint", privacy: "Privacy" },
};

/** Languages that are written from right to left, unless their tag names another script. */
const leftwards =
  /^(?:ar|arc|ckb|dv|fa|he|iw|ji|ps|sd|syr|ug|ur|yi)(?:$|-(?![a-z]{4}(?:$|-)))|^[a-z]{2,3}-(?:adlm|arab|hebr|nkoo|rohg|syrc|thaa)(?:$|-)/i;

/**
 * Attributes of an element whose text is in this language. Browsers take no direction from a language: full stops, brackets and figures of
 * an Arabic text stood at the wrong end of their line, and the text at the wrong edge.
 */
export function languageAttributes(tag: string): Html {
  return html` lang="${tag}"${leftwards.test(tag) && html` dir="rtl"`}`;
}
