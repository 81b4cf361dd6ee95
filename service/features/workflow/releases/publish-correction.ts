import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { insertAudit } from "../../audit/sql.ts";
import { refuseInactiveClient } from "../../clients/refuse-inactive-client.ts";
import { enqueueStamps } from "../../stamps/sql.ts";
import { type DraftRow, setDraftRelease } from "../drafts/sql.ts";
import type { WorkflowContext } from "../workflow-context.ts";
import { updateCorrectedRelease } from "./lifecycle-sql.ts";
import { undoSeconds } from "./rules.ts";

type Correction = { draft: DraftRow; context: Pick<WorkflowContext, "actor">; publishAt: Date | null };

/**
 * Gives readers an approved correction, of a draft that the transaction holds; or plans it for the seconds in which a person may still
 * stop it. It costs nothing, and no event says it, because none of ours means it.
 */
export async function publishCorrection(
  transaction: Queryable,
  agencyId: number,
  { draft, context, publishAt }: Correction,
): Promise<void> {
  if (publishAt !== null && publishAt.getTime() - Date.now() > undoSeconds * 1000) {
    throw new ServiceError(
      "validation_error",
      "A correction of a published release appears at once. Leave publishAt out.",
    );
  }
  await refuseInactiveClient(transaction, agencyId, draft.clientId);
  const { id: draftId, version, releaseId, content } = draft;
  if (releaseId === null) throw new Error("A correction has no release.");
  if (publishAt === null)
    await updateCorrectedRelease(transaction, agencyId, { pressReleaseId: releaseId, content });
  await setDraftRelease(transaction, agencyId, { draftId, releaseId, scheduledFor: publishAt });
  const ids = [`${releaseId}:${version}`];
  if (publishAt === null) await enqueueStamps(transaction, agencyId, { type: "release", ids });
  await insertAudit(transaction, agencyId, {
    actor: context.actor,
    action: publishAt === null ? "release.corrected" : "release.scheduled",
    subject: { type: "release", id: String(releaseId) },
    details: { draftId, version, ...(publishAt !== null && { scheduledFor: publishAt.toISOString() }) },
  });
}
