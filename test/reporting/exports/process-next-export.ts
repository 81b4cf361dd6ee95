import { claimRow } from "../../../service/queues/leased-rows.ts";
import { createTurns } from "../../../service/queues/take-turns.ts";
import { type ClaimedJob, exportQueue } from "../../../service/reporting/exports/claim-sql.ts";
import { type ExportDeps, processExport } from "../../../service/reporting/exports/process-exports.ts";

/** Sees the next job that is due to its end, as a lane of the loop does; false when none is due. */
export async function processNextExport(deps: ExportDeps, signal: AbortSignal): Promise<boolean> {
  const turns = createTurns(deps.sql, exportQueue);
  const job = await turns.take((agencyId) => claimRow<ClaimedJob>(deps.sql, exportQueue, agencyId));
  if (job === null) return false;
  await processExport(deps, job, signal);
  return true;
}
