import type { Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { createExport } from "../exports/create-export.ts";
import { finishRun, lockDueSchedule } from "./sql.ts";

/** Schedules run in one round; the rest follow in the next. */
const runsMax = 100;

/**
 * Queues an export for every schedule that is due: the job and the schedule's next time are one transaction, so a run is neither lost nor
 * doubled, by any number of replicas. Returns true when there is more to do.
 */
export async function runDueSchedules(sql: Sql, signal: AbortSignal): Promise<boolean> {
  for (let run = 0; run < runsMax && !signal.aborted; run += 1) {
    if (!(await runNextSchedule(sql))) return false;
  }
  return true;
}

async function runNextSchedule(sql: Sql): Promise<boolean> {
  return await sql.begin(async (transaction) => {
    const schedule = await lockDueSchedule(transaction);
    if (schedule === null) return false;
    const { scopeType, scopeId, days, format } = schedule;
    try {
      const created = await createExport(transaction, schedule.agencyId, {
        request: { scopeType, scopeId, days, format },
        idempotencyKey: `schedule:${schedule.id}:${schedule.dueAt.toISOString()}`,
        createdBy: `schedule:${schedule.id}`,
      });
      await finishRun(transaction, schedule, { jobId: created.id, error: null });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // Its scope is gone: it stays in the list with its reason, until somebody deletes it.
      await finishRun(transaction, schedule, { jobId: null, error: error.code });
    }
    return true;
  });
}
