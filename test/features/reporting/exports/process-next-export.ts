import { type ClaimedJob, exportQueue } from "../../../../service/features/reporting/exports/claim-sql.ts";
import {
  type ExportDeps,
  processExport,
} from "../../../../service/features/reporting/exports/process-exports.ts";
import { claimRow } from "../../../../service/floor/queues/leased-rows.ts";
import { createTurns } from "../../../../service/floor/queues/take-turns.ts";

/** Sees the next job that is due to its end, as a lane of the loop does; false when none is due. */
export async function processNextExport(deps: ExportDeps, signal: AbortSignal): Promise<boolean> {
  const turns = createTurns(deps.sql, exportQueue);
  const job = await turns.take((agencyId) => claimRow<ClaimedJob>(deps.sql, exportQueue, agencyId));
  if (job === null) return false;
  await processExport(deps, job, signal);
  return true;
}
