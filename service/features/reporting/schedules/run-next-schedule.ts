import { ServiceError } from "../../../errors.ts";
import { isDatabaseUnavailable } from "../../../floor/db/is-unavailable.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { createExport } from "../exports/create-export.ts";
import { createdBySchedule } from "./created-by.ts";
import { finishRun, lockDueSchedule } from "./sql.ts";

/**
 * Queues an export of the first file for the agency's next schedule that is due: the job and the schedule's next time are one transaction,
 * so a run is neither lost nor doubled, by any number of replicas. Returns its id, or null when none is due.
 */
export async function runNextSchedule(sql: Sql, agencyId: number): Promise<string | null> {
  return await sql.begin(async (transaction) => {
    const schedule = await lockDueSchedule(transaction, agencyId);
    if (schedule === null) return null;
    const { scopeType, scopeId, days, formats } = schedule;
    // Its report is frozen with the first file; the others are queued then.
    const [format = "pdf"] = formats;
    try {
      // A savepoint, so that the failure can still be noted after a failed statement.
      const created = await transaction.savepoint((inner) =>
        createExport(inner, agencyId, {
          request: { scopeType, scopeId, days, format },
          idempotencyKey: `schedule:${schedule.id}:${schedule.dueAt.toISOString()}`,
          createdBy: createdBySchedule(schedule.id),
        }),
      );
      await finishRun(transaction, schedule, { jobId: created.id, error: null });
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      // When its scope is gone or it fails otherwise, the list shows why, and the other schedules go on.
      const code = error instanceof ServiceError ? error.code : "internal_error";
      await finishRun(transaction, schedule, { jobId: null, error: code });
    }
    return schedule.id;
  });
}
