import { ServiceError } from "../../../../errors.ts";
import type { Sql } from "../../../../floor/db/open.ts";
import { refusal } from "../../../../floor/web/refuse-fields.ts";
import { type AuditActor, insertAudit } from "../../../audit/sql.ts";
import { refuseInactiveClient } from "../../../clients/refuse-inactive-client.ts";
import { findReleaseState } from "../lifecycle-sql.ts";
import { enqueueOnlineMails } from "./enqueue.ts";

/**
 * Tells contacts whose consent came after the publication that the release is online; who was told is not told again. Returns how many
 * mails were made. Throws `not_found`, `release_status_conflict` for a release that is not online, and `validation_error` for an archived client.
 */
export async function sendOnlineMails(
  sql: Sql,
  agencyId: number,
  { pressReleaseId, actor }: { pressReleaseId: number; actor: AuditActor },
): Promise<number> {
  return await sql.begin(async (transaction) => {
    const release = await findReleaseState(transaction, agencyId, pressReleaseId);
    if (release === null) throw new ServiceError("not_found", `There is no release ${pressReleaseId}.`);
    if (release.status !== "published")
      throw refusal("release_status_conflict", {
        german: "Die Meldung ist nicht online.",
        english: `The release ${pressReleaseId} is not online.`,
      });
    const { clientId } = release;
    await refuseInactiveClient(transaction, agencyId, clientId);
    const mails = await enqueueOnlineMails(transaction, agencyId, { clientId, releaseId: pressReleaseId });
    await insertAudit(transaction, agencyId, {
      actor,
      action: "release.client_told",
      subject: { type: "release", id: String(pressReleaseId) },
      details: { mails },
    });
    return mails;
  });
}
