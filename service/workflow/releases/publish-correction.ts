import { insertAudit } from "../../audit/sql.ts";
import type { Queryable } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { type DraftRow, setDraftRelease } from "../drafts/sql.ts";
import type { WorkflowContext } from "../workflow-context.ts";
import { updateCorrectedRelease } from "./lifecycle-sql.ts";

/**
 * Gives readers an approved correction, of a draft that the transaction holds. It costs nothing, and no event says it, because
 * none of ours means it.
 */
export async function publishCorrection(
  transaction: Queryable,
  agencyId: number,
  { draft, context, publishAt }: { draft: DraftRow; context: WorkflowContext; publishAt: Date | null },
): Promise<void> {
  if (publishAt !== null) {
    throw new ServiceError(
      "validation_error",
      "A correction of a published release appears at once. Leave publishAt out.",
    );
  }
  const { releaseId } = draft;
  if (releaseId === null) throw new Error("A correction has no release.");
  await updateCorrectedRelease(transaction, agencyId, { pressReleaseId: releaseId, content: draft.content });
  await setDraftRelease(transaction, agencyId, { draftId: draft.id, releaseId, scheduledFor: null });
  await insertAudit(transaction, agencyId, {
    actor: context.actor,
    action: "release.corrected",
    subject: { type: "release", id: String(releaseId) },
    details: { draftId: draft.id, version: draft.version },
  });
}
