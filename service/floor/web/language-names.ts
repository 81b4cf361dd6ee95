/** What releases for German clients are written in; a text of an agent may be in any other. */
export const languageNames: Readonly<Record<string, string>> = {
  de: "Deutsch",
  "de-AT": "Deutsch (Österreich)",
  "de-CH": "Deutsch (Schweiz)",
  en: "Englisch",
  fr: "Französisch",
  it: "Italienisch",
  es: "Spanisch",
  nl: "Niederländisch",
  pl: "Polnisch",
  cs: "Tschechisch",
  da: "Dänisch",
  sv: "Schwedisch",
  tr: "Türkisch",
  uk: "Ukrainisch",
};

/** "Englisch" for `en`; another one as it is written. */
export function languageName(language: string): string {
  return languageNames[language] ?? language;
}
