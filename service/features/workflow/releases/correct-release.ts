import { type Static, Type } from "@sinclair/typebox";
import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { findTabooWords } from "../../clients/persona-sql.ts";
import { checkInput } from "../check-input.ts";
import { checkReferences } from "../drafts/check-references.ts";
import { describeDraft } from "../drafts/describe-draft.ts";
import { draftOf, refuseNewerVersion } from "../drafts/find-draft.ts";
import { type DraftContext, readDraftText } from "../drafts/read-draft-text.ts";
import { tidyDetails } from "../drafts/release-details.ts";
import { contentHash, isCorrection, updatedContent } from "../drafts/rules.ts";
import { CorrectionNote, type Draft, DraftChangeInput } from "../drafts/schema.ts";
import { type DraftRow, insertDraft, insertNextVersion } from "../drafts/sql.ts";
import { type HeldRelease, heldReleaseOf, statusConflict } from "./held-release.ts";
import { findReleaseContent, tieDraftToRelease } from "./lifecycle-sql.ts";

/** The address of a published release stays, and an embargo on it would hold nothing back. */
const CorrectReleaseInput = Type.Composite([
  Type.Omit(DraftChangeInput, ["draftId", "slug", "embargoUntil", "correctionNote", "expectedVersion"]),
  Type.Object({
    pressReleaseId: Type.Integer({ minimum: 1 }),
    note: CorrectionNote,
    /** What readers had when somebody began to write: 1 of a release without a draft. Left out where nothing was seen. */
    expectedVersion: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
]);
export type CorrectReleaseInput = Static<typeof CorrectReleaseInput>;

/**
 * Writes the corrected text of a published release as the next version of its draft. Readers keep the old text until the new one
 * is approved and published like any other, under the same address and at no cost.
 * Throws `not_found`, `release_status_conflict` (not published, or a correction is under way), `version_conflict` (another correction
 * appeared), `no_changes`, `validation_error`.
 */
export async function correctRelease(
  sql: Sql,
  agencyId: number,
  input: CorrectReleaseInput,
  context: DraftContext,
): Promise<Draft & { pressReleaseId: number }> {
  const change = tidyDetails({ ...input, note: input.note.trim() });
  checkInput(CorrectReleaseInput, change);
  if (input.bodyMarkdown !== undefined) await readDraftText(context, agencyId, input.bodyMarkdown);
  const { pressReleaseId } = input;
  const { draft, tabooWords } = await sql.begin(async (transaction) => {
    const held = await heldReleaseOf(transaction, agencyId, pressReleaseId);
    refuseUncorrectable(held);
    const author = context.actor;
    // One that was never a draft gets its first version below.
    if (held.draft !== null) refuseNewerVersion(held.draft, input.expectedVersion);
    const current = held.draft ?? (await draftOfRelease(transaction, agencyId, { ...held, author }));
    await writeCorrection(transaction, agencyId, { draft: current, change, author });
    await insertAudit(transaction, agencyId, {
      actor: context.actor,
      action: "release.correction_begun",
      subject: { type: "release", id: String(pressReleaseId) },
      details: { draftId: current.id, version: current.version + 1 },
    });
    const draft = await draftOf(transaction, agencyId, current.id);
    return { draft, tabooWords: await findTabooWords(transaction, agencyId, draft.clientId) };
  });
  const text = await context.texts.read(agencyId, draft.content.bodyMarkdown);
  return { ...(await describeDraft(context.texts, agencyId, { draft, tabooWords, text })), pressReleaseId };
}

function refuseUncorrectable({ release, draft }: HeldRelease): void {
  if (draft !== null && isCorrection(draft)) {
    const german = "Eine Berichtigung dieser Meldung ist schon in Arbeit.";
    const english = `Version ${draft.version} corrects the release already. Edit that draft, or stop it first.`;
    throw statusConflict(release, { german, english }, draft);
  }
  if (release.status === "published") return;
  const reason =
    release.status === "archived"
      ? {
          german:
            "Die Meldung ist archiviert. Veröffentlichen Sie sie zuerst wieder: auf ihrer Seite unter „Weiteres“.",
          english: "The release is archived. Restore it before you correct it.",
        }
      : {
          german: "Die Meldung ist nicht veröffentlicht. Bitte ändern Sie ihren Entwurf.",
          english: "The release is not published. Edit its draft.",
        };
  throw statusConflict(release, reason, draft);
}

/** A release that was published without a draft gets one, whose first version is what readers have. */
async function draftOfRelease(
  transaction: Queryable,
  agencyId: number,
  { release, author }: HeldRelease & { author: AuditActor },
): Promise<DraftRow> {
  const { pressReleaseId, clientId } = release;
  const content = await findReleaseContent(transaction, agencyId, pressReleaseId);
  if (content === null) throw new Error("The release that the transaction holds is not there.");
  const id = uuidv7();
  const hash = contentHash(content);
  const first = { id, clientId, content, contentHash: hash, author };
  await insertDraft(transaction, agencyId, { ...first, idempotencyKey: null, requestHash: null });
  await tieDraftToRelease(transaction, agencyId, { draftId: id, pressReleaseId });
  return await draftOf(transaction, agencyId, id);
}

async function writeCorrection(
  transaction: Queryable,
  agencyId: number,
  { draft, change, author }: { draft: DraftRow; change: CorrectReleaseInput; author: AuditActor },
): Promise<void> {
  const { note, pressReleaseId, expectedVersion: _seen, ...fields } = change;
  const edit = { ...fields, draftId: draft.id, expectedVersion: draft.version };
  const content = updatedContent(draft.content, edit);
  const { language, translationOf } = content;
  const referring = { clientId: draft.clientId, language, translationOf, releaseId: pressReleaseId };
  // A text shows files of its client alone, named or not.
  const shown = change.bodyMarkdown === undefined ? change : { ...change, assetIds: content.assetIds };
  await checkReferences(transaction, agencyId, { referring, input: shown });
  if (Buffer.compare(contentHash(content), draft.contentHash) === 0) {
    throw new ServiceError("no_changes", "The release has this very text already. Nothing was written.");
  }
  const corrected = { ...content, correctionNote: note };
  await insertNextVersion(transaction, agencyId, {
    draftId: draft.id,
    version: draft.version + 1,
    content: corrected,
    contentHash: contentHash(corrected),
    author,
  });
}
