import { findTabooWords } from "../../clients/persona-sql.ts";
import type { Queryable } from "../../db/open.ts";
import type { TextReader } from "../../press-text/markdown/text-reader.ts";
import { type DraftContent, findWarnings, tabooPattern } from "./rules.ts";
import type { Warning } from "./schema.ts";

/** Where a word stands: some words before it, itself, and some behind it. */
type WordPlace = { before: string; word: string; after: string };
export type PlacedWarning = Warning & { places: WordPlace[] };

/** Places of one word in one field that are shown; whoever mends them sees the further ones next. */
const placesMax = 3;
/** On each side of the word, in characters: enough to find it again. */
const contextCharacters = 40;
/** A text has a handful; past this a list helps nobody. */
const warningsMax = 50;

/**
 * What to mend in a text as it stands on the screen, saved or not: words that the client avoids, each with its places, and pictures
 * that won't be shown. `excess` says why the text can't be saved.
 */
export async function reviewDraft(
  { sql, texts }: { sql: Queryable; texts: TextReader },
  agencyId: number,
  { clientId, content }: { clientId: number; content: DraftContent },
): Promise<{ wordCount: number; excess: string | null; warnings: PlacedWarning[] }> {
  const [tabooWords, text] = await Promise.all([
    findTabooWords(sql, agencyId, clientId),
    texts.read(agencyId, content.bodyMarkdown),
  ]);
  const { wordCount, excess } = text;
  // Texts that can't be saved are not searched: they may be of any length.
  const warnings = excess === null ? findWarnings(content, text, tabooWords).slice(0, warningsMax) : [];
  return { wordCount, excess, warnings: warnings.map((warning) => withPlaces(warning, content, text.plain)) };
}

function withPlaces(warning: Warning, content: DraftContent, plain: string): PlacedWarning {
  const { field, term, code } = warning;
  const text = { ...content, bodyMarkdown: plain }[field as keyof DraftContent];
  if (code !== "taboo_word" || typeof text !== "string") return { ...warning, places: [] };
  return { ...warning, places: placesOf(text, tabooPattern(term)) };
}

function placesOf(text: string, pattern: RegExp): WordPlace[] {
  const places: WordPlace[] = [];
  for (const match of text.matchAll(new RegExp(pattern, `${pattern.flags}g`))) {
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - contextCharacters), match.index);
    const after = text.slice(end, end + contextCharacters);
    places.push({ before, word: match[0], after });
    if (places.length === placesMax) break;
  }
  return places;
}
