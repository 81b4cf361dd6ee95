/** Languages in which a page can speak to its readers. */
export type PageLanguage = "de" | "en";

/** The page language of a BCP 47 tag: English for `en` and its regions, German for all others. */
export function pageLanguageOf(tag: string): PageLanguage {
  return /^en(?:-|$)/i.test(tag) ? "en" : "de";
}

/** What the layout itself says. */
export const layoutTexts: Record<PageLanguage, { skip: string; imprint: string; privacy: string }> = {
  de: { skip: "Zum Inhalt springen", imprint: "Impressum", privacy: "Datenschutz" },
  en: { skip: "Skip to content", imprint: "Imprint", privacy: "Privacy" },
};
