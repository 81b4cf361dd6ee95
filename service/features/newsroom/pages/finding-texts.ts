import type { PageLanguage } from "../../../floor/web/language.ts";

/** What the pages say on which readers find something: the search and the gallery. */
type FindingTexts = {
  search: string;
  searchLabel: string;
  searchIn: (name: string) => string;
  resultsFor: (query: string) => string;
  hits: (count: number, isAll: boolean) => string;
  best: (shown: number) => string;
  nothingAsked: string;
  nothingFound: string;
  onlyStopWords: string;
  cut: (charactersMax: number) => string;
  gallery: string;
  galleryOf: (name: string) => string;
  galleryIntro: string;
  noFiles: string;
  year: string;
  allYears: string;
  show: string;
  onlyThis: string;
  pixels: (width: number, height: number) => string;
  more: string;
  fromStart: string;
};

export const findingTexts: Record<PageLanguage, FindingTexts> = {
  de: {
    search: "Suchen",
    searchLabel: "Meldungen durchsuchen",
    searchIn: (name) => `Suche im Newsroom von ${name}`,
    resultsFor: (query) => `Suche nach „${query}“`,
    hits: (count, isAll) =>
      count === 1 && isAll ? "1 Treffer" : `${isAll ? "" : "Mehr als "}${count} Treffer`,
    best: (shown) => `Gezeigt werden die ${shown} besten. Ein weiteres Wort grenzt die Suche ein.`,
    nothingAsked: "Geben Sie ein Wort ein, nach dem Sie suchen.",
    nothingFound: "Dazu gibt es keine Meldung. Vielleicht hilft ein anderes Wort oder eines weniger.",
    onlyStopWords:
      "Danach lässt sich nicht suchen: Wörter wie „der“, „und“ oder „für“ stehen in fast jeder Meldung. Ergänzen Sie ein aussagekräftigeres Wort.",
    cut: (charactersMax) => `Gesucht wurde nach den ersten ${charactersMax} Zeichen Ihrer Eingabe.`,
    gallery: "Bilder und Dateien",
    galleryOf: (name) => `Bilder und Dateien von ${name}`,
    galleryIntro: "Zum Herunterladen für die Berichterstattung. Bitte nennen Sie den Bildnachweis.",
    noFiles: "Hier gibt es keine Bilder und Dateien.",
    year: "Jahr",
    allYears: "Alle Jahre",
    show: "Anzeigen",
    onlyThis: "Nur diese Meldung",
    pixels: (width, height) => `${width} × ${height} Pixel`,
    more: "Ältere Bilder und Dateien →",
    fromStart: "← Von vorn",
  },
  en: {
    search: "Search",
    searchLabel: "Search releases",
    searchIn: (name) => `Search the newsroom of ${name}`,
    resultsFor: (query) => `Search for “${query}”`,
    hits: (count, isAll) =>
      count === 1 && isAll ? "1 result" : `${isAll ? "" : "More than "}${count} results`,
    best: (shown) => `These are the best ${shown}. Another word narrows the search.`,
    nothingAsked: "Type a word to search for.",
    nothingFound: "No release matches. Another word may help, or one fewer.",
    onlyStopWords:
      "This can't be searched for: words such as “the” or “and” are part of nearly every release. Add a word of your own.",
    cut: (charactersMax) => `The search took the first ${charactersMax} characters of your input.`,
    gallery: "Pictures and files",
    galleryOf: (name) => `Pictures and files of ${name}`,
    galleryIntro: "For editorial use. Please name the credit.",
    noFiles: "There are no pictures and files here.",
    year: "Year",
    allYears: "All years",
    show: "Show",
    onlyThis: "Only this release",
    pixels: (width, height) => `${width} × ${height} pixels`,
    more: "Older pictures and files →",
    fromStart: "← From the start",
  },
};
