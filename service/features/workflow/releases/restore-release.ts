import type { Sql } from "../../../floor/db/open.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { releaseUrl } from "../../newsroom/paths.ts";
import { setDraftOnline } from "../drafts/sql.ts";
import { heldReleaseOf, statusConflict } from "./held-release.ts";
import { setReleaseStatus } from "./lifecycle-sql.ts";
import { findAddress } from "./workflow-sql.ts";

/**
 * Puts an archived release back on its newsroom, under its address and with its first date. It costs nothing, and no event
 * says it: `release.published` would be a second publication to whoever counts them.
 * Throws `not_found`, and `release_status_conflict` for a release that is not archived.
 */
export async function restoreRelease(
  sql: Sql,
  agencyId: number,
  input: { pressReleaseId: number; actor: AuditActor; publicUrl: string },
): Promise<{ pressReleaseId: number; url: string; restoredAt: string }> {
  const { pressReleaseId } = input;
  return await sql.begin(async (transaction) => {
    const { release, draft } = await heldReleaseOf(transaction, agencyId, pressReleaseId);
    if (release.status !== "archived") {
      throw statusConflict(
        release,
        {
          german: "Die Meldung ist nicht archiviert.",
          english: `The release ${pressReleaseId} is not archived.`,
        },
        draft,
      );
    }
    if (draft !== null) {
      await setDraftOnline(transaction, agencyId, { draftId: draft.id, isOnline: true });
    }
    const restoredAt = await setReleaseStatus(transaction, agencyId, { pressReleaseId, status: "published" });
    await insertAudit(transaction, agencyId, {
      actor: input.actor,
      action: "release.restored",
      subject: { type: "release", id: String(pressReleaseId) },
    });
    const address = await findAddress(transaction, agencyId, pressReleaseId);
    const url = releaseUrl(input.publicUrl, address, address.slug);
    return { pressReleaseId, url, restoredAt: restoredAt.toISOString() };
  });
}
