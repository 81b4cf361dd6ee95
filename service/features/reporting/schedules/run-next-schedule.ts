import { ServiceError } from "../../../errors.ts";
import { isDatabaseUnavailable } from "../../../floor/db/is-unavailable.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { lockAgency } from "../../agencies/sql.ts";
import { insertDraftOfSchedule } from "../drafts/sql.ts";
import { createExport } from "../exports/create-export.ts";
import { periodBefore, periodKey, reportableDays } from "../reports/periods.ts";
import { isOfArchivedClients } from "../reports/scope-clients-sql.ts";
import { findScope } from "../reports/scope-sql.ts";
import { createdBySchedule } from "./created-by.ts";
import { clientArchived } from "./schema.ts";
import { type DueSchedule, finishRun, lockDueSchedule } from "./sql.ts";

/**
 * Queues what the agency's next schedule that is due makes: that and the schedule's next time are one transaction,
 * so a run is neither lost nor doubled, by any number of replicas. Returns its id, or null when none is due.
 */
export async function runNextSchedule(sql: Sql, agencyId: number): Promise<string | null> {
  return await sql.begin(async (transaction) => {
    // A person may make the same drafts now. Before the schedule, as who leaves the team is taken off it behind the same lock.
    await lockAgency(transaction, agencyId);
    const schedule = await lockDueSchedule(transaction, agencyId);
    if (schedule === null) return null;
    try {
      // A savepoint, so that the failure can still be noted after a failed statement.
      await finishRun(transaction, schedule, await transaction.savepoint((inner) => run(inner, schedule)));
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      // When its scope is gone or it fails otherwise, the list shows why, and the other schedules go on.
      const code = error instanceof ServiceError ? error.code : "internal_error";
      await finishRun(transaction, schedule, { jobId: null, error: code });
    }
    return schedule.id;
  });
}

/**
 * A draft of the last period that was over (two of a leap year), or an export of the first file, whose id is returned. Nothing of clients
 * that are archived: their readers are no client's any more.
 */
async function run(
  sql: Queryable,
  schedule: DueSchedule,
): Promise<{ jobId: string | null; error: string | null }> {
  const { agencyId, scopeType, scopeId, days, formats, recipients, period, comparison } = schedule;
  const createdBy = createdBySchedule(schedule.id);
  const scope = { type: scopeType, id: scopeId };
  if (await isOfArchivedClients(sql, agencyId, scope)) return { jobId: null, error: clientArchived };
  if (period !== null) {
    if ((await findScope(sql, agencyId, scope)) === null)
      throw new ServiceError("scope_not_found", `The agency has no ${scopeType} ${scopeId}.`);
    const isOrdered = !schedule.isLookedThrough;
    const draft = { scope, comparison, formats, recipients, createdBy, isOrdered };
    for (const days of reportableDays(periodBefore(period, schedule.dueDay)))
      await insertDraftOfSchedule(sql, agencyId, { ...draft, period: periodKey(days) });
    return { jobId: null, error: null };
  }
  // Its report is frozen with the first file; the others are queued then.
  const [format = "pdf"] = formats;
  const idempotencyKey = `schedule:${schedule.id}:${schedule.dueAt.toISOString()}`;
  const request = { scopeType, scopeId, days, format };
  const { id } = await createExport(sql, agencyId, { request, idempotencyKey, createdBy });
  return { jobId: id, error: null };
}
