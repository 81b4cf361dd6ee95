import { formatMoment } from "../../../floor/web/format.ts";
import { languageName } from "../../../floor/web/language-names.ts";
import type { TextPart } from "../../../press-text/compare-texts.ts";
import { type TextReader, unlessBusy } from "../../../press-text/markdown/text-reader.ts";
import type { Passage } from "../../../press-text/passages/read-passages.ts";
import type { DraftContent } from "../drafts/rules.ts";
import { wholeParts } from "./pages/marked-parts.ts";
import type { Changes } from "./pages/page-input.ts";

type Pair = { before: string; after: string };

/**
 * The passages of a text, marked with what changed since an earlier one, and what changed beside it. Passages are null where there was
 * no time to find them: the page then shows the text as readers get it.
 */
export async function readChanges(
  texts: TextReader,
  agencyId: number,
  input: {
    content: DraftContent;
    earlier: { version: number; since: Changes["since"]; content: DraftContent } | null;
    timeZone: string;
    /** Whether the passages show what changed in them. */
    isMarked: boolean;
  },
): Promise<{ passages: Passage[] | null; changes: Changes | null }> {
  const { content, earlier } = input;
  const before = earlier?.content ?? null;
  const body = {
    before: input.isMarked ? (before?.bodyMarkdown ?? null) : null,
    after: content.bodyMarkdown,
  };
  const passages = await unlessBusy(texts.ask(agencyId, "passages", body));
  if (earlier === null || before === null || passages === null) return { passages, changes: null };
  const named = factsOf(before, content, input.timeZone).filter(({ pair }) => pair.before !== pair.after);
  const pairs: Pair[] = [
    { before: before.title, after: content.title },
    { before: before.subtitle ?? "", after: content.subtitle ?? "" },
    ...named.map(({ pair }) => pair),
  ];
  const compared = (await unlessBusy(texts.ask(agencyId, "compare", pairs))) ?? pairs.map(wholeParts);
  const [title = [], subtitle = [], ...others] = compared;
  return {
    passages,
    changes: {
      version: earlier.version,
      since: earlier.since,
      title,
      subtitle,
      others: [
        ...named.map(({ label }, index) => ({ label, parts: others[index] ?? [] })),
        ...filesOf(before, content),
      ],
    },
  };
}

/** The passages of a text, to find a comment's words in; null where there was no time. */
export async function readPassagesOf(
  texts: TextReader,
  agencyId: number,
  markdown: string,
): Promise<Passage[] | null> {
  return await unlessBusy(texts.ask(agencyId, "passages", { before: null, after: markdown }));
}

/** What is approved too, and is no part of the text. */
function factsOf(
  before: DraftContent,
  after: DraftContent,
  timeZone: string,
): { label: string; pair: Pair }[] {
  const line = (label: string, read: (content: DraftContent) => string | null) => ({
    label,
    pair: { before: read(before) ?? "", after: read(after) ?? "" },
  });
  return [
    line("Ortsmarke", ({ dateline }) => dateline),
    line("Themen", ({ topics }) => topics.join(", ")),
    line("Sperrfrist", ({ embargoUntil }) =>
      embargoUntil === null ? null : formatMoment(embargoUntil, timeZone),
    ),
    line("Sprache", ({ language }) => languageName(language)),
    line("Schlagwörter", ({ keywords }) => keywords.join(", ")),
    line("Titel für Suchmaschinen", ({ seoTitle }) => seoTitle),
    line("Beschreibung für Suchmaschinen", ({ seoDescription }) => seoDescription),
    line("Adresse der Seite", ({ slug }) => slug),
  ];
}

function filesOf(before: DraftContent, after: DraftContent): { label: string; parts: TextPart[] }[] {
  const said = (label: string, text: string) => ({ label, parts: [{ kind: "same" as const, text }] });
  const [added, removed] = [
    after.assetIds.filter((id) => !before.assetIds.includes(id)).length,
    before.assetIds.filter((id) => !after.assetIds.includes(id)).length,
  ];
  return [
    ...(before.imageAssetId === after.imageAssetId
      ? []
      : [said("Bild über dem Text", imageWords(before, after))]),
    ...(added + removed === 0
      ? []
      : [said("Weitere Bilder und Dateien", `${added} neu, ${removed} entfernt`)]),
  ];
}

function imageWords(before: DraftContent, after: DraftContent): string {
  if (after.imageAssetId === null) return "entfernt";
  return before.imageAssetId === null ? "neu dazugekommen" : "durch ein anderes ersetzt";
}
