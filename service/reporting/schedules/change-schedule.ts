import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import type { Queryable, Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { createSchedule, type ScheduleInput } from "./create-schedule.ts";
import { deleteSchedule, pauseSchedule, resumeSchedule } from "./sql.ts";

/** Adds a schedule, and says so in the audit. Throws as `createSchedule` does. */
export async function addSchedule(
  sql: Sql,
  agencyId: number,
  input: ScheduleInput,
  actor: AuditActor,
): Promise<{ id: string; nextRunAt: Date }> {
  return await sql.begin(async (transaction) => {
    const created = await createSchedule(transaction, agencyId, input);
    const { scopeType, scopeId, rhythm, formats } = input;
    await insertAudit(transaction, agencyId, {
      actor,
      action: "schedule.created",
      subject: { type: "schedule", id: created.id },
      details: { scopeType, scopeId, rhythm, formats: [...formats], recipients: input.recipients.length },
    });
    return created;
  });
}

const changes = {
  paused: pauseSchedule,
  resumed: resumeSchedule,
  deleted: deleteSchedule,
} as const;
export type ScheduleChange = keyof typeof changes;

/**
 * Stops a schedule for a while, lets it go on with its next day, or deletes it; what it made stays. The same again does no harm.
 * Throws `not_found`.
 */
export async function changeSchedule(
  sql: Sql,
  agencyId: number,
  { scheduleId, change }: { scheduleId: string; change: ScheduleChange },
  actor: AuditActor,
): Promise<void> {
  const write: (sql: Queryable, agencyId: number, id: string) => Promise<boolean> = changes[change];
  await sql.begin(async (transaction) => {
    if (!(await write(transaction, agencyId, scheduleId)))
      throw new ServiceError("not_found", `The agency has no schedule ${scheduleId}.`);
    await insertAudit(transaction, agencyId, {
      actor,
      action: `schedule.${change}`,
      subject: { type: "schedule", id: scheduleId },
    });
  });
}
