import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { fieldReason, ServiceError } from "../../../errors.ts";
import { trimUnseen } from "../../../floor/strings/trim-unseen.ts";
import { noDetails, type ReleaseDetails, setDetailsOf, updatedDetails } from "./release-details.ts";
import type { DraftChangeInput, DraftStatus, NewDraftInput } from "./schema.ts";
import { withShownAssets } from "./shown-assets.ts";

/** All that a contact approves: whoever changes any of it makes a new version. */
export type DraftContent = ReleaseText & ReleaseDetails;

type ReleaseText = {
  title: string;
  subtitle: string | null;
  bodyMarkdown: string;
  language: string;
  keywords: string[];
  embargoUntil: Date | null;
  seoTitle: string | null;
  seoDescription: string | null;
  slug: string | null;
};

/** Further ahead than this an embargo or a schedule is a mistyped year. */
const embargoAheadMaxMs = 2 * 366 * 24 * 3600 * 1000;

/** SHA-256 of the content as canonical JSON (RFC 8785): the same text gives the same hash, whatever wrote it. */
export function contentHash(content: DraftContent): Uint8Array {
  const { dateline, topics, imageAssetId, assetIds, translationOf, correctionNote, ...text } = content;
  return hashOf({
    ...text,
    embargoUntil: text.embargoUntil?.toISOString() ?? null,
    ...setDetailsOf({ dateline, topics, imageAssetId, assetIds, translationOf, correctionNote }),
  });
}

/** SHA-256 of a call's input without its key, to tell a repeated call from another one under the same key. */
export function requestHash(input: { idempotencyKey?: string | undefined }): Uint8Array {
  const { idempotencyKey: _key, ...rest } = input;
  return hashOf(rest);
}

/** Of a text of which nobody says it. */
export const languageDefault = "de";

/** The content of a new draft. Throws `validation_error` for a title or text of nothing but white space. */
export function contentOf(input: NewDraftInput): DraftContent {
  return checked({
    title: oneLine(input.title),
    subtitle: orNull(input.subtitle),
    bodyMarkdown: input.bodyMarkdown,
    language: input.language ?? languageDefault,
    keywords: uniqueKeywords(input.keywords ?? []),
    embargoUntil: input.embargoUntil === undefined ? null : instantOf(input.embargoUntil, "embargoUntil"),
    seoTitle: null,
    seoDescription: null,
    slug: null,
    ...updatedDetails(noDetails, input),
  });
}

/** The content after an update: a field that is left out stays, an empty text is none. */
export function updatedContent(content: DraftContent, input: DraftChangeInput): DraftContent {
  return checked(
    {
      ...content,
      title: input.title === undefined ? content.title : oneLine(input.title),
      subtitle: input.subtitle === undefined ? content.subtitle : orNull(input.subtitle),
      bodyMarkdown: input.bodyMarkdown ?? content.bodyMarkdown,
      language: input.language ?? content.language,
      keywords: input.keywords === undefined ? content.keywords : uniqueKeywords(input.keywords),
      embargoUntil: updatedEmbargo(content, input),
      seoTitle: input.seoTitle === undefined ? content.seoTitle : orNull(input.seoTitle),
      seoDescription:
        input.seoDescription === undefined ? content.seoDescription : orNull(input.seoDescription),
      slug: input.slug === undefined ? content.slug : input.slug,
      ...updatedDetails(content, input),
      correctionNote: input.correctionNote?.trim() ?? content.correctionNote,
    },
    input.assetIds === undefined ? content : undefined,
  );
}

/** A scheduled or published text is what a human approved and what readers have: it is never edited. */
export function isLocked(status: DraftStatus): boolean {
  return status === "scheduled" || status === "published" || status === "archived";
}

/** True for the newer text of a published release, from its first word to its publication. */
export function isCorrection(draft: { status: DraftStatus; publishedVersion: number | null }): boolean {
  return draft.publishedVersion !== null && draft.status !== "published" && draft.status !== "archived";
}

/** Reads a date-time that passed its schema. Throws `validation_error` for a year that can only be a slip. */
function instantOf(text: string, field: string): Date {
  const instant = new Date(text);
  if (Math.abs(instant.getTime() - Date.now()) <= embargoAheadMaxMs) return instant;
  const message = `${field} is more than two years away. Check the date.`;
  throw new ServiceError("validation_error", message, fieldReason(field, message));
}

function hashOf(value: object): Uint8Array {
  const text = canonicalize(value);
  if (text === undefined) throw new Error("The value has no canonical form.");
  return createHash("sha256").update(text).digest();
}

function checked(content: DraftContent, before?: DraftContent): DraftContent {
  if (content.title === "" || trimUnseen(content.bodyMarkdown) === "") {
    throw new ServiceError(
      "validation_error",
      "title or bodyMarkdown is nothing but white space. Send a text for both.",
    );
  }
  return withShownAssets(content, before);
}

function orNull(text: string | undefined): string | null {
  return oneLine(text ?? "") || null;
}

/** An input of a form takes line breaks out, and what stands around them would become one word. */
function oneLine(text: string): string {
  return trimUnseen(text).replace(/\s*[\r\n]+\s*/g, " ");
}

export function uniqueKeywords(keywords: readonly string[]): string[] {
  return [...new Set(keywords.map(oneLine).filter((keyword) => keyword !== ""))];
}

function updatedEmbargo(content: DraftContent, { embargoUntil }: DraftChangeInput): Date | null {
  if (embargoUntil === undefined) return content.embargoUntil;
  return embargoUntil === null ? null : instantOf(embargoUntil, "embargoUntil");
}
