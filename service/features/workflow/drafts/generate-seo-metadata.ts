import { ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { candidateSlugs } from "../../../floor/web/slug.ts";
import { type PressText, summaryOf } from "../../../press-text/markdown/press-text.ts";
import { findClient } from "../../clients/sql.ts";
import { newsArticle } from "../../newsroom/json-ld.ts";
import { newsroomOf } from "../../newsroom/newsroom-of.ts";
import { newsroomOrigin } from "../../newsroom/paths.ts";
import { findNewsroom } from "../../newsroom/sql.ts";
import { type SeoTexts, type SeoWriter, WriterError } from "../../writer/writer.ts";
import { draftOf } from "./find-draft.ts";
import type { DraftContext } from "./read-draft-text.ts";
import type { DraftContent } from "./rules.ts";
import {
  type GenerateSeoMetadataInput,
  type GenerateSeoMetadataOutput,
  seoDescriptionCharactersMax,
  seoTitleCharactersMax,
} from "./schema.ts";
import {
  type SeoWarning,
  seoKeywords,
  seoTextsByRules,
  seoWarnings,
  seoWordsMin,
  shorten,
} from "./seo-rules.ts";

/** What link previews show of a title. */
const ogTitleCharactersMax = 95;

/**
 * Proposes what search engines and link previews show of a draft, by the text analysis of the SEO checker, and by an AI
 * writer where one is given. Saves nothing: what is wanted goes into `updateDraft`.
 * Throws `not_found`, `draft_too_short` (fewer than 50 words).
 */
export async function generateSeoMetadata(
  sql: Sql,
  agencyId: number,
  input: GenerateSeoMetadataInput,
  context: DraftContext,
): Promise<GenerateSeoMetadataOutput> {
  return await proposeSeoMetadata(sql, agencyId, await draftOf(sql, agencyId, input.draftId), {
    input,
    context,
  });
}

/** The same for a text as a person has it on the screen, saved or not. Throws `draft_too_short`. */
export async function proposeSeoMetadata(
  sql: Sql,
  agencyId: number,
  draft: { clientId: number; version: number; content: DraftContent },
  { input, context }: { input: { focusKeyword?: string }; context: DraftContext },
): Promise<GenerateSeoMetadataOutput> {
  const { content } = draft;
  const text = await context.texts.read(agencyId, content.bodyMarkdown);
  if (text.wordCount < seoWordsMin) {
    throw new ServiceError(
      "draft_too_short",
      `The draft has fewer than ${seoWordsMin} words. Write the text first.`,
      {
        facts: { wordsMin: seoWordsMin },
      },
    );
  }
  const client = await findClient(sql, agencyId, draft.clientId);
  const clientName = client?.name ?? "";
  const focusKeyword = input.focusKeyword?.trim() || null;
  // As the SEO checker reads a press text: the title, then the body; without marks, which a search engine would show.
  const body = text.plain.replaceAll("\n", "\n\n");
  const outline = await context.texts.ask(agencyId, "outline", `${content.title}\n\n${body}`);
  const byRules = seoTextsByRules(content, outline, { clientName, focusKeyword, text });
  const written = await writtenTexts(context.seoWriter, content, focusKeyword);
  const texts = written.texts ?? byRules;
  const [titled = ""] = candidateSlugs(content.title);
  const slug = content.slug ?? titled;
  const keywords = seoKeywords(content, outline, focusKeyword);
  return {
    draftVersion: draft.version,
    ...texts,
    slug,
    keywords,
    ogTitle: shorten(content.title, ogTitleCharactersMax),
    ogDescription: content.subtitle ?? summaryOf(text),
    jsonLd: await articleOf(sql, context.publicUrl, {
      content,
      text,
      keywords,
      slug,
      clientSlug: client?.slug ?? "",
    }),
    warnings: [...seoWarnings(content, texts, focusKeyword), ...written.warnings],
  };
}

/** A writer that fails or writes too much is not waited for again: the rules always have an answer. */
async function writtenTexts(
  writer: SeoWriter | undefined,
  content: DraftContent,
  focusKeyword: string | null,
): Promise<{ texts: SeoTexts | null; warnings: SeoWarning[] }> {
  if (writer === undefined) return { texts: null, warnings: [] };
  try {
    const { seoTitle, seoDescription } = await writer.seoTexts({
      title: content.title,
      text: content.bodyMarkdown,
      focusKeyword,
      titleCharactersMax: seoTitleCharactersMax,
      descriptionCharactersMax: seoDescriptionCharactersMax,
    });
    const texts = {
      seoTitle: shorten(seoTitle, seoTitleCharactersMax),
      seoDescription: shorten(seoDescription, seoDescriptionCharactersMax),
    };
    if (texts.seoTitle !== "" && texts.seoDescription !== "") return { texts, warnings: [] };
  } catch (error) {
    if (!(error instanceof WriterError)) throw error;
  }
  const message =
    "Der KI-Dienst hat gerade keine brauchbaren Texte geliefert; diese sind nach Regeln gebildet.";
  return { texts: null, warnings: [{ code: "writer_unavailable", message }] };
}

async function articleOf(
  sql: Sql,
  publicUrl: string,
  input: { content: DraftContent; text: PressText; keywords: string[]; slug: string; clientSlug: string },
): Promise<Record<string, unknown>> {
  const newsroomRow = await findNewsroom(sql, input.clientSlug);
  if (newsroomRow === null) return {};
  const now = new Date();
  const release = {
    ...input.content,
    text: input.text,
    slug: input.slug,
    keywords: input.keywords,
    town: input.content.dateline,
    publishedAt: now,
    updatedAt: now,
    correctedAt: null,
    image: null,
    assets: [],
  };
  // The dates are those of the publication, which is still to come: the page of the release fills them in.
  const {
    datePublished: _published,
    dateModified: _modified,
    ...article
  } = newsArticle({
    publicUrl: newsroomOrigin(publicUrl, newsroomRow),
    newsroom: newsroomOf(newsroomRow, null),
    release,
  });
  return article;
}
