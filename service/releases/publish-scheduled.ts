import { findLatestApproval } from "../approvals/sql.ts";
import { lockCredits, releaseReservation } from "../credits/sql.ts";
import { isDatabaseUnavailable } from "../db/is-unavailable.ts";
import type { Queryable, Sql } from "../db/open.ts";
import { heldDraftOf } from "../drafts/find-draft.ts";
import type { Log } from "../log.ts";
import { bringOut } from "./bring-out.ts";
import { refuseUnapproved } from "./rules.ts";
import { findDueDraft } from "./workflow-sql.ts";

/** Each is a transaction of its own; a round stays short enough for a shutdown. */
const draftsPerRound = 50;

/**
 * Publishes the scheduled drafts, of any agency, whose moment has come; their credits were reserved when they were
 * scheduled. Any number of processes may run it: each takes other drafts. One that fails is logged, tried again in the
 * next run, and never in the way of the others. Returns true when there may be more.
 */
export async function publishScheduled(
  { sql, log, publicUrl }: { sql: Sql; log: Log; publicUrl: string },
  signal: AbortSignal,
): Promise<boolean> {
  const failedIds: string[] = [];
  for (let round = 0; round < draftsPerRound; round += 1) {
    if (signal.aborted) return false;
    let draftId: string | null = null;
    try {
      draftId = await sql.begin(async (transaction) => {
        const due = await findDueDraft(transaction, failedIds);
        draftId = due?.draftId ?? null;
        if (due !== null) await publishDue(transaction, { ...due, publicUrl });
        return draftId;
      });
      if (draftId === null) return false;
    } catch (error) {
      if (draftId === null || isDatabaseUnavailable(error)) throw error;
      failedIds.push(draftId);
      log.error("scheduled_publication_failed", { draftId, error });
    }
  }
  return true;
}

async function publishDue(
  transaction: Queryable,
  { agencyId, draftId, publicUrl }: { agencyId: number; draftId: string; publicUrl: string },
): Promise<void> {
  const draft = await heldDraftOf(transaction, agencyId, draftId);
  // A scheduled draft can't be edited, so this holds; a fault of ours must still never publish an unapproved text.
  refuseUnapproved(draft, await findLatestApproval(transaction, agencyId, draftId), draft.version);
  await lockCredits(transaction, agencyId);
  await releaseReservation(transaction, agencyId, draftId);
  await bringOut(transaction, agencyId, {
    draft,
    context: { publicUrl, actor: { type: "service", id: null } },
  });
}
