import type { Option } from "../forms/fields.ts";

/** What releases for German clients are written in; a text of an agent may be in any other. */
const languages: Readonly<Record<string, string>> = {
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
  return languages[language] ?? language;
}

/** Languages to choose from, the one that a text has among them. */
export function languageOptions(chosen?: string): Option[] {
  const options = Object.entries(languages).map(([value, label]) => ({ value, label }));
  const isListed = chosen === undefined || chosen === "" || Object.hasOwn(languages, chosen);
  return isListed ? options : [...options, { value: chosen, label: chosen }];
}
