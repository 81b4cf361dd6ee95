import type { TermHit } from "../../../press-text/find-terms.ts";
import type { PressText } from "../../../press-text/markdown/press-text.ts";
import { type TextReader, unlessBusy } from "../../../press-text/markdown/text-reader.ts";
import { missingPicture } from "../../../press-text/missing-picture.ts";
import type { TabooWord } from "../../clients/schema.ts";
import type { DraftContent } from "./rules.ts";
import type { Warning } from "./schema.ts";

/** Where a word stands: some words before it, itself, and some behind it. */
type WordQuote = { before: string; word: string; after: string };
export type QuotedWarning = Warning & { quotes: WordQuote[] };

/** Passages of one word in one field that are shown; whoever mends them sees the further ones next. */
const rangesMax = 3;
/** On each side of the word, in characters: enough to find it again. */
const contextCharacters = 40;
/** Further ones are left out: each has to be mended, and the next save names the others. */
const imageWarningsMax = 20;

/**
 * What to mend in a text: words of the persona's list in each of its fields, in `text` without its marks, and pictures that won't be
 * shown. Where there was no time to look for the words, a warning says so.
 */
export async function findWarnings(
  texts: TextReader,
  agencyId: number,
  input: {
    content: DraftContent;
    text: Pick<PressText, "plain" | "pageImages" | "foreignImages">;
    tabooWords: readonly TabooWord[];
  },
): Promise<QuotedWarning[]> {
  const { content, text, tabooWords } = input;
  const images = imageWarnings(text);
  if (tabooWords.length === 0) return images;
  const fields = searchedFields(content, text.plain);
  const searched = {
    terms: tabooWords.map(({ term }) => term),
    texts: fields.map(([, text]) => text),
    rangesMax,
  };
  const hits = await unlessBusy(texts.ask(agencyId, "findTerms", searched));
  if (hits === null) return [notChecked, ...images];
  const inOrder = hits.toSorted((a, b) => a.term - b.term || a.text - b.text);
  return [...inOrder.flatMap((hit) => tabooWarning(hit, { tabooWords, fields })), ...images];
}

const notChecked: QuotedWarning = {
  code: "not_checked",
  field: "bodyMarkdown",
  term: "",
  message: "Für die Suche nach zu vermeidenden Wörtern war gerade keine Zeit. Bitte prüfen Sie noch einmal.",
  quotes: [],
};

function searchedFields(content: DraftContent, plain: string): [field: string, text: string][] {
  return Object.entries({
    title: content.title,
    subtitle: content.subtitle ?? "",
    bodyMarkdown: plain,
    keywords: content.keywords.join("\n"),
    seoTitle: content.seoTitle ?? "",
    seoDescription: content.seoDescription ?? "",
  });
}

function tabooWarning(
  hit: TermHit,
  { tabooWords, fields }: { tabooWords: readonly TabooWord[]; fields: readonly [string, string][] },
): QuotedWarning[] {
  const taboo = tabooWords[hit.term];
  const [field, text] = fields[hit.text] ?? ["", ""];
  if (taboo === undefined) return [];
  const quotes = hit.ranges.map(({ start, end }) => ({
    before: text.slice(Math.max(0, start - contextCharacters), start),
    word: text.slice(start, end),
    after: text.slice(end, end + contextCharacters),
  }));
  return [{ code: "taboo_word", field, term: taboo.term, message: sentenceOn(taboo), quotes }];
}

function sentenceOn({ term, reason, alternative }: TabooWord): string {
  const why = reason === null || reason === "" ? "" : ` Grund: ${reason.replace(/[.\s]+$/, "")}.`;
  const instead = alternative === null || alternative === "" ? "" : ` Besser: „${alternative}“.`;
  return `Der Kunde vermeidet „${term}“.${why}${instead}`;
}

function imageWarnings({
  plain,
  pageImages,
  foreignImages,
}: Pick<PressText, "plain" | "pageImages" | "foreignImages">): QuotedWarning[] {
  const isMissing = plain.includes(missingPicture);
  const warnings = [
    ...(isMissing ? [{ code: "image_elsewhere" as const, term: missingPicture, message: imageMissing }] : []),
    ...pageImages.map((term) => ({ code: "image_of_page" as const, term, message: imageOfPage })),
    ...foreignImages.map((term) => ({ code: "image_elsewhere" as const, term, message: imageElsewhere })),
  ];
  return warnings.slice(0, imageWarningsMax).map((each) => ({ ...each, field: "bodyMarkdown", quotes: [] }));
}

const imageOfPage =
  "Das Bild zeigt auf eine Seite oder einen gezählten Link des Newsrooms und wird nicht angezeigt. Bitte die Adresse der Bilddatei angeben.";
const imageMissing =
  "Ein Bild ließ sich nicht mit einfügen; im Text steht „[Bild fehlt: bitte einzeln einfügen]“. Bitte fügen Sie es ein, oder löschen Sie die Zeile.";
const imageElsewhere =
  "Das Bild liegt auf einem fremden Server, der von allen erführe, die die Meldung lesen. Es erscheint deshalb nur als Link. Bitte laden Sie die Datei in die Mediathek des Kunden und fügen Sie sie von dort ein.";
