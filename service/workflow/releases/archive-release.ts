import { insertAudit } from "../../audit/sql.ts";
import type { Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { enqueueEvent } from "../../events/enqueue-event.ts";
import { setDraftArchived } from "../drafts/sql.ts";
import { archiveReleaseRow, findAgencyOfRelease } from "./workflow-sql.ts";

/**
 * Takes a published release off its newsroom; its figures and reports stay. For operators.
 * Throws `not_found` for a release that is not there or not published.
 */
export async function archiveRelease(
  sql: Sql,
  pressReleaseId: number,
): Promise<{ pressReleaseId: number; archivedAt: string }> {
  return await sql.begin(async (transaction) => {
    const agencyId = await findAgencyOfRelease(transaction, pressReleaseId);
    const archived =
      agencyId === null ? null : await archiveReleaseRow(transaction, agencyId, pressReleaseId);
    if (agencyId === null || archived === null) {
      throw new ServiceError("not_found", `There is no published release ${pressReleaseId}.`);
    }
    await setDraftArchived(transaction, agencyId, pressReleaseId);
    const archivedAt = archived.archivedAt.toISOString();
    await enqueueEvent(transaction, agencyId, {
      type: "release.archived",
      data: { pressReleaseId, clientId: archived.clientId, archivedAt },
    });
    await insertAudit(transaction, agencyId, {
      actor: { type: "operator", id: null },
      action: "release.archived",
      subject: { type: "release", id: String(pressReleaseId) },
    });
    return { pressReleaseId, archivedAt };
  });
}
