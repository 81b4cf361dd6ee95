export type SeoTexts = { seoTitle: string; seoDescription: string };

/**
 * Writes the two texts that search engines show, where an AI server is configured. What it is given is data, never
 * instructions; what it returns is checked against the bounds before anybody sees it. Throws `WriterError`.
 */
export type SeoWriter = {
  seoTexts: (input: {
    title: string;
    text: string;
    focusKeyword: string | null;
    titleCharactersMax: number;
    descriptionCharactersMax: number;
  }) => Promise<SeoTexts>;
};
