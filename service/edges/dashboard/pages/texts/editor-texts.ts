import type { DraftContent } from "../../../../features/workflow/drafts/rules.ts";
import type { DraftChangeInput } from "../../../../features/workflow/drafts/schema.ts";
import { withShownAssets } from "../../../../features/workflow/drafts/shown-assets.ts";
import { positiveIntegerIn, uuidPattern } from "../../../../schema.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { instantOf, localOf } from "../../forms/local-moment.ts";
import type { EditorValues } from "./editor-fields.ts";

/** The fields of a text that a version keeps, in the order in which people read them. */
export const textNames = [
  "title",
  "subtitle",
  "dateline",
  "bodyMarkdown",
  "imageAssetId",
  "assetIds",
  "topics",
  "embargoUntil",
  "language",
  "translationOf",
  "keywords",
  "correctionNote",
  "seoTitle",
  "seoDescription",
  "slug",
] as const;
export type TextName = (typeof textNames)[number];

/** As many as a release takes. */
const filesMax = 50;

/** A text as it stands in the form: lists a line each, moments by the agency's clock. Two of them can be compared field by field. */
export type EditorTexts = Readonly<Record<TextName, string>>;

export function textsOfContent(content: DraftContent, timeZone: string): EditorTexts {
  const { topics, keywords, embargoUntil, translationOf, title, bodyMarkdown, language } = content;
  return {
    title,
    subtitle: content.subtitle ?? "",
    dateline: content.dateline ?? "",
    bodyMarkdown: tidy(bodyMarkdown),
    imageAssetId: content.imageAssetId ?? "",
    assetIds: content.assetIds.join("\n"),
    topics: topics.join("\n"),
    embargoUntil: embargoUntil === null ? "" : localOf(embargoUntil, timeZone),
    language,
    translationOf: translationOf === null ? "" : String(translationOf),
    keywords: keywords.join("\n"),
    correctionNote: content.correctionNote ?? "",
    seoTitle: content.seoTitle ?? "",
    seoDescription: content.seoDescription ?? "",
    slug: content.slug ?? "",
  };
}

/** What a form sent, checked or not. */
export function textsOfTyped(typed: Readonly<Record<string, readonly string[]>>): EditorTexts {
  return textsBy((name) => tidy((typed[name] ?? []).join("\n")));
}

/** What a form with some of these fields sent. */
export function textsOfValues(values: Partial<EditorValues>): EditorTexts {
  const sent: Readonly<Record<string, unknown>> = values;
  return textsBy((name) => tidy([sent[name] ?? ""].flat().join("\n")));
}

export function stateOfTexts(texts: EditorTexts, expectedVersion: number): FormState {
  return filledForm({ ...texts, assetIds: linesOf(texts.assetIds), expectedVersion });
}

/** The version that a form was made from; 0, which no text has, for anything else. */
export function versionOfForm({ expectedVersion }: { expectedVersion: string }): number {
  return positiveIntegerIn(expectedVersion) ?? 0;
}

export function changedNames(before: EditorTexts, after: EditorTexts): TextName[] {
  return textNames.filter((name) => before[name] !== after[name]);
}

/**
 * Whether all that `mine` changed of its `base` stands in `stored`. What a save adds by itself, such as the files that a text shows, is
 * nobody's change.
 */
export function holdsChanges(input: { base: EditorTexts; stored: EditorTexts; mine: EditorTexts }): boolean {
  const { base, stored, mine } = input;
  return changedNames(base, mine).every((name) => stored[name] === mine[name]);
}

/**
 * Both changes of one text: where only one person changed a field, it is that person's; where both did, it is `mine`, and the field
 * stands in `conflicts`.
 */
export function joinTexts(input: { base: EditorTexts; theirs: EditorTexts; mine: EditorTexts }): {
  texts: EditorTexts;
  conflicts: TextName[];
} {
  const { base, theirs, mine } = input;
  const isMine = (name: TextName) => mine[name] !== base[name];
  return {
    texts: textsBy((name) => (isMine(name) ? mine[name] : theirs[name])),
    conflicts: textNames.filter(
      (name) => isMine(name) && theirs[name] !== base[name] && theirs[name] !== mine[name],
    ),
  };
}

/** The text that stands in a form, without the checks of the verbs: for previews. */
export function contentOfTexts(texts: EditorTexts, timeZone: string): DraftContent {
  return withShownAssets({
    title: texts.title || "Noch ohne Titel",
    subtitle: texts.subtitle || null,
    dateline: texts.dateline || null,
    bodyMarkdown: texts.bodyMarkdown,
    topics: linesOf(texts.topics),
    embargoUntil: instantOf(texts.embargoUntil, timeZone),
    // A wrong tag is said where the text is saved.
    language: /^[\w-]{2,30}$/.test(texts.language) ? texts.language : "de",
    translationOf: null,
    keywords: linesOf(texts.keywords),
    correctionNote: texts.correctionNote || null,
    seoTitle: texts.seoTitle || null,
    seoDescription: texts.seoDescription || null,
    slug: texts.slug || null,
    imageAssetId: uuidPattern.test(texts.imageAssetId) ? texts.imageAssetId : null,
    assetIds: linesOf(texts.assetIds)
      .filter((id) => uuidPattern.test(id))
      .slice(0, filesMax),
  });
}

/** The named fields as the verb takes them. */
export function changeOf(
  texts: EditorTexts,
  names: readonly TextName[],
  timeZone: string,
): Omit<DraftChangeInput, "draftId" | "expectedVersion"> {
  const { translationOf, slug } = texts;
  const whole: Required<Omit<DraftChangeInput, "draftId" | "expectedVersion">> = {
    ...texts,
    imageAssetId: texts.imageAssetId || null,
    assetIds: linesOf(texts.assetIds),
    topics: linesOf(texts.topics),
    keywords: linesOf(texts.keywords),
    embargoUntil: instantOf(texts.embargoUntil, timeZone)?.toISOString() ?? null,
    translationOf: translationOf === "" ? null : Number(translationOf),
    slug: slug === "" ? null : slug,
  };
  return Object.fromEntries(names.map((name) => [name, whole[name]]));
}

export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function textsBy(textOf: (name: TextName) => string): EditorTexts {
  return Object.fromEntries(textNames.map((name) => [name, textOf(name)])) as EditorTexts;
}

function tidy(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim();
}
