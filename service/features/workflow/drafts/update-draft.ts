import { Type } from "@sinclair/typebox";
import { fieldReason, ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { refuseFields } from "../../../floor/web/refuse-fields.ts";
import { insertAudit } from "../../audit/sql.ts";
import { findTabooWords } from "../../clients/persona-sql.ts";
import { supersedeApprovals } from "../approvals/sql.ts";
import { checkInput } from "../check-input.ts";
import { checkReferences } from "./check-references.ts";
import { describeDraft } from "./describe-draft.ts";
import { draftOf, heldDraftOf, refuseNewerVersion } from "./find-draft.ts";
import { type DraftContext, readDraftText } from "./read-draft-text.ts";
import { tidyDetails } from "./release-details.ts";
import { contentHash, type DraftContent, isCorrection, isLocked, updatedContent } from "./rules.ts";
import { DraftChangeInput, type UpdateDraftOutput } from "./schema.ts";
import { type DraftRow, insertNextVersion } from "./sql.ts";

/** An id that is none is of no draft, and no wrong value. */
const changedFields = Type.Omit(DraftChangeInput, ["draftId"]);

/**
 * Writes the next version of a draft. A pending or granted approval was of the older text and is void from then on.
 * Throws `not_found`, `version_conflict`, `draft_locked` (scheduled or published), `no_changes`, `validation_error`.
 */
export async function updateDraft(
  sql: Sql,
  agencyId: number,
  input: DraftChangeInput,
  context: DraftContext,
): Promise<UpdateDraftOutput> {
  const change = tidyDetails(input);
  checkInput(changedFields, change);
  if (input.bodyMarkdown !== undefined) await readDraftText(context, agencyId, input.bodyMarkdown);
  const { updated, tabooWords, approvalInvalidated } = await sql.begin(async (transaction) => {
    const draft = await heldDraftOf(transaction, agencyId, input.draftId);
    if (isLocked(draft.status)) {
      throw new ServiceError(
        "draft_locked",
        "The draft is scheduled or published and can't be edited. People stop its publication or correct the release in the dashboard; write a new draft only for another text.",
      );
    }
    refuseNewerVersion(draft, input.expectedVersion);
    if (input.correctionNote !== undefined) refuseUnlessCorrection(draft);
    const content = updatedContent(draft.content, change);
    if (isCorrection(draft)) refuseAddressAndDate(draft.content, content);
    await checkReferences(transaction, agencyId, {
      referring: { ...draft, language: content.language, translationOf: content.translationOf },
      // A text shows files of its client alone, named or not.
      input: change.bodyMarkdown === undefined ? change : { ...change, assetIds: content.assetIds },
    });
    const hash = contentHash(content);
    if (Buffer.compare(hash, draft.contentHash) === 0) {
      throw new ServiceError("no_changes", "The draft has this very content already. Nothing was written.");
    }
    const version = draft.version + 1;
    await insertNextVersion(transaction, agencyId, {
      draftId: draft.id,
      version,
      content,
      contentHash: hash,
      author: context.actor,
    });
    const approvalInvalidated = await supersedeApprovals(transaction, agencyId, draft.id);
    await insertAudit(transaction, agencyId, {
      actor: context.actor,
      action: "draft.updated",
      subject: { type: "draft", id: draft.id },
      details: { version, approvalInvalidated },
    });
    const updated = await draftOf(transaction, agencyId, draft.id);
    const tabooWords = await findTabooWords(transaction, agencyId, updated.clientId);
    return { updated, tabooWords, approvalInvalidated };
  });
  const text = await context.texts.read(agencyId, updated.content.bodyMarkdown);
  const draft = await describeDraft(context.texts, agencyId, { draft: updated, tabooWords, text });
  return { ...draft, approvalInvalidated };
}

/** Readers have the address, and what they read already appears at once: a contact would approve a date that nothing keeps. */
function refuseAddressAndDate(before: DraftContent, after: DraftContent): void {
  const english = "This can't be changed by the correction of a published release. Leave it out.";
  refuseFields([
    before.slug === after.slug
      ? null
      : { field: "slug", german: "Die Adresse ändern Sie auf der Seite der Meldung.", english },
    before.embargoUntil?.getTime() === after.embargoUntil?.getTime()
      ? null
      : { field: "embargoUntil", german: "Eine Berichtigung hat keine Sperrfrist.", english },
  ]);
}

function refuseUnlessCorrection(draft: DraftRow): void {
  if (isCorrection(draft)) return;
  const message = "The draft corrects no published release, so there is nothing to note.";
  throw new ServiceError(
    "validation_error",
    `correctionNote: ${message}`,
    fieldReason("correctionNote", message),
  );
}
