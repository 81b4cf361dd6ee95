import { isDatabaseUnavailable } from "../../../floor/db/is-unavailable.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import type { Turns } from "../../../floor/queues/take-turns.ts";
import type { Log } from "../../../log.ts";
import { lockAgency } from "../../agencies/sql.ts";
import { lockClient } from "../../clients/sql.ts";
import { findLatestApproval } from "../approvals/sql.ts";
import { releaseReservation } from "../credits/sql.ts";
import { heldDraftOf } from "../drafts/find-draft.ts";
import { isCorrection } from "../drafts/rules.ts";
import { publishCorrection } from "./publish-correction.ts";
import { publishDraft } from "./publish-draft.ts";
import { refuseMissingImprint } from "./refuse-missing-imprint.ts";
import { refuseUnapproved } from "./rules.ts";
import { stopSchedule } from "./stop-release.ts";
import { findDueDraft, passedWhileGone } from "./workflow-sql.ts";

/** Each is a transaction of its own; a round stays short enough for a shutdown. */
const draftsPerRound = 50;

type ScheduleDeps = { sql: Sql; log: Log; publicUrl: string; turns: Turns };

/**
 * Publishes the scheduled drafts whose moment has come, one of each agency in turn; their credits were reserved when they were
 * scheduled. Any number of processes may run it: each takes other drafts. One that fails is logged, tried again in the
 * next run, and never in the way of the others. One whose date passed before its agency was restored is stopped: nobody expects it
 * any more, and people decide on it. Returns true when there may be more.
 */
export async function publishScheduled(deps: ScheduleDeps, signal: AbortSignal): Promise<boolean> {
  const failedIds: string[] = [];
  for (let round = 0; round < draftsPerRound; round += 1) {
    if (signal.aborted) return false;
    const draftId = await deps.turns.take((agencyId) => publishNext(deps, agencyId, failedIds));
    if (draftId === null) return false;
  }
  return true;
}

/** The id of the draft that was published, or failed and is now one of `failedIds`; null when the agency has none. */
async function publishNext(
  { sql, log, publicUrl }: ScheduleDeps,
  agencyId: number,
  failedIds: string[],
): Promise<string | null> {
  let draftId: string | null = null;
  try {
    await sql.begin(async (transaction) => {
      draftId = await findDueDraft(transaction, agencyId, failedIds);
      if (draftId !== null) await publishDue(transaction, { agencyId, draftId, publicUrl });
    });
  } catch (error) {
    if (draftId === null || isDatabaseUnavailable(error)) throw error;
    failedIds.push(draftId);
    log.error("scheduled_publication_failed", { draftId, error });
  }
  return draftId;
}

async function publishDue(
  transaction: Queryable,
  { agencyId, draftId, publicUrl }: { agencyId: number; draftId: string; publicUrl: string },
): Promise<void> {
  const draft = await heldDraftOf(transaction, agencyId, draftId);
  const actor = { type: "service", id: null } as const;
  if (await passedWhileGone(transaction, agencyId, draftId)) {
    await stopSchedule(transaction, agencyId, { draft, actor });
    return;
  }
  // A scheduled draft can't be edited, so this never refuses; it is checked so that no fault of ours publishes an unapproved
  // text.
  refuseUnapproved(draft, await findLatestApproval(transaction, agencyId, draftId), draft.version);
  await refuseMissingImprint(transaction, agencyId, draft.clientId);
  const context = { publicUrl, actor };
  if (isCorrection(draft))
    return await publishCorrection(transaction, agencyId, { draft, context, publishAt: null });
  // The agency before the client, as whoever publishes does: else two wait for each other.
  await lockAgency(transaction, agencyId);
  await lockClient(transaction, agencyId, draft.clientId);
  await releaseReservation(transaction, agencyId, draftId);
  await publishDraft(transaction, agencyId, { draft, context });
}
