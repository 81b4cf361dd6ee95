import type { Sql } from "../../../floor/db/open.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { enqueueEvent } from "../../events/enqueue-event.ts";
import { isCorrection } from "../drafts/rules.ts";
import { setDraftOnline } from "../drafts/sql.ts";
import { heldReleaseOf, statusConflict } from "./held-release.ts";
import { setReleaseStatus } from "./lifecycle-sql.ts";
import { withdrawCorrection } from "./withdraw-correction.ts";

/**
 * Takes a published release off its newsroom; its figures, reports and address stay. A correction that is under way ends with it.
 * Throws `not_found`, and `release_status_conflict` for a release that is not published.
 */
export async function archiveRelease(
  sql: Sql,
  agencyId: number,
  { pressReleaseId, actor }: { pressReleaseId: number; actor: AuditActor },
): Promise<{ pressReleaseId: number; archivedAt: string }> {
  return await sql.begin(async (transaction) => {
    const { release, draft } = await heldReleaseOf(transaction, agencyId, pressReleaseId);
    if (release.status !== "published") {
      const reason =
        release.status === "archived"
          ? {
              german: "Die Meldung ist schon archiviert.",
              english: `The release ${pressReleaseId} is archived already.`,
            }
          : {
              german: "Die Meldung ist nicht veröffentlicht. Was geplant ist, lässt sich stoppen.",
              english: `The release ${pressReleaseId} is not published. What is scheduled can be stopped.`,
            };
      throw statusConflict(release, reason, draft);
    }
    const isCorrected = draft !== null && isCorrection(draft);
    if (isCorrected) await withdrawCorrection(transaction, agencyId, { draft, actor });
    if (draft !== null) {
      await setDraftOnline(transaction, agencyId, { draftId: draft.id, isOnline: false });
    }
    const input = { pressReleaseId, status: "archived" } as const;
    const archivedAt = (await setReleaseStatus(transaction, agencyId, input)).toISOString();
    await enqueueEvent(transaction, agencyId, {
      type: "release.archived",
      data: { pressReleaseId, clientId: release.clientId, archivedAt },
    });
    await insertAudit(transaction, agencyId, {
      actor,
      action: "release.archived",
      subject: { type: "release", id: String(pressReleaseId) },
      details: { correctionWithdrawn: isCorrected },
    });
    return { pressReleaseId, archivedAt };
  });
}
