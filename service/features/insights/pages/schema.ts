/** What a page says of its article; each null where it does not. Nothing of the article's text. */
export type PageFields = {
  headline: string | null;
  medium: string | null;
  author: string | null;
  /** `YYYY-MM-DD`, as the page's own clock has it. */
  publishedOn: string | null;
  language: string | null;
};

/** Why nothing is known of a page. Each is an answer, and none means that there is no article. */
export const unreadableCodes = [
  "switched_off",
  "medium_off",
  "robots",
  "reserved",
  "unsafe",
  "not_found",
  "refused",
  "server_error",
  "unreachable",
  "timeout",
  "too_large",
  "redirects",
  "encoded",
  "not_html",
  "no_data",
] as const;
export type Unreadable = (typeof unreadableCodes)[number];

export type ReadPage = {
  outcome: "read";
  fields: PageFields;
  /** Where the redirects led. */
  url: string;
  /** For a comparison in memory; never stored. */
  html: string;
};
export type PageOutcome = ReadPage | { outcome: Unreadable };
