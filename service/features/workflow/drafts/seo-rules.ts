import { cutAtWord, type PressText, summaryOf } from "../../../press-text/markdown/press-text.ts";
import type { TextOutline } from "../../../press-text/text-tasks.ts";
import type { SeoTexts } from "../../writer/writer.ts";
import type { DraftContent } from "./rules.ts";
import { seoDescriptionCharactersMax, seoTitleCharactersMax } from "./schema.ts";

/** Below this there is nothing to take a description and keywords from. */
export const seoWordsMin = 50;
const keywordsMax = 8;

export type SeoWarning = { code: string; message: string };

/** Title and description for search results by rules: the draft's own words, cut at a word, with the keyword where it can be had. */
export function seoTextsByRules(
  content: DraftContent,
  outline: TextOutline,
  input: { clientName: string; focusKeyword: string | null; text: PressText },
): SeoTexts {
  const { focusKeyword, clientName } = input;
  const hasKeyword = (text: string) => focusKeyword === null || contains(text, focusKeyword);
  const withClient = `${content.title} | ${clientName}`;
  const title = length(withClient) <= seoTitleCharactersMax ? withClient : content.title;
  const lead = outline.lead === "" ? summaryOf(input.text, seoDescriptionCharactersMax) : outline.lead;
  const candidates = [content.subtitle ?? "", lead, ...outline.sentences];
  const described = candidates
    .map((text) => shorten(text, seoDescriptionCharactersMax))
    .find((text) => length(text) >= descriptionCharactersMin && hasKeyword(text));
  return {
    seoTitle: shorten(hasKeyword(title) ? title : `${focusKeyword}: ${title}`, seoTitleCharactersMax),
    seoDescription: described ?? shorten(lead, seoDescriptionCharactersMax),
  };
}

/** Shorter descriptions leave the line to whatever the search engine picks. */
const descriptionCharactersMin = 50;

/** The draft's own keywords, then what the text is about; the focus keyword comes first. */
export function seoKeywords(
  content: DraftContent,
  outline: TextOutline,
  focusKeyword: string | null,
): string[] {
  const all = [...(focusKeyword === null ? [] : [focusKeyword]), ...content.keywords, ...outline.keywords];
  const seen = new Map(all.map((word) => [word.toLowerCase(), word] as const).toReversed());
  return [...new Set(all.map((word) => seen.get(word.toLowerCase()) ?? word))].slice(0, keywordsMax);
}

/** What the caller should know about the texts; in German, for people. */
export function seoWarnings(
  content: DraftContent,
  texts: SeoTexts,
  focusKeyword: string | null,
): SeoWarning[] {
  const warnings: SeoWarning[] = [];
  if (length(content.title) > seoTitleCharactersMax) {
    warnings.push({
      code: "title_shortened",
      message: `Der Titel hat mehr als ${seoTitleCharactersMax} Zeichen und wurde für Suchmaschinen gekürzt.`,
    });
  }
  if (focusKeyword === null) return warnings;
  if (!contains(content.title, focusKeyword)) {
    warnings.push({
      code: "keyword_not_in_title",
      message: "Das Suchwort steht nicht im Titel der Meldung.",
    });
  }
  if (!contains(content.bodyMarkdown, focusKeyword)) {
    warnings.push({ code: "keyword_not_in_text", message: "Das Suchwort kommt im Text nicht vor." });
  } else if (!contains(texts.seoDescription, focusKeyword)) {
    warnings.push({
      code: "keyword_not_in_description",
      message: "Das Suchwort steht nicht in der Beschreibung für Suchmaschinen.",
    });
  }
  return warnings;
}

/** The text on one line within `charactersMax` code points. */
export function shorten(text: string, charactersMax: number): string {
  return cutAtWord(text.replace(/\s+/g, " ").trim(), charactersMax);
}

function contains(text: string, keyword: string): boolean {
  return text.toLowerCase().includes(keyword.toLowerCase());
}

function length(text: string): number {
  return [...text].length;
}
