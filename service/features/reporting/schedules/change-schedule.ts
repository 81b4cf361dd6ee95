import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { lockAgency } from "../../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";

import { createSchedule, refusal, type ScheduleInput } from "./create-schedule.ts";
import { findSchedule } from "./list-schedules.ts";
import { countRecipients, deleteSchedule, pauseSchedule, resumeSchedule } from "./sql.ts";

/** Of all schedules of an agency, as they may all run on one day: a hundred clients with five readers each. */
export const scheduledRecipientsMax = 500;

/**
 * Adds a schedule, and says so in the audit. Throws as `createSchedule` does, and `invalid_parameters` for more recipients than the
 * people of an agency may choose. The same `id` again adds nothing.
 */
export async function addSchedule(
  sql: Sql,
  agencyId: number,
  input: ScheduleInput,
  actor: AuditActor,
): Promise<{ id: string; nextRunAt: Date | null }> {
  return await sql.begin(async (transaction) => {
    // Two at once are looked for and counted one after the other.
    await lockAgency(transaction, agencyId);
    const known =
      input.id === undefined
        ? null
        : await findSchedule(transaction, agencyId, { id: input.id, clientIds: null });
    if (known !== null) return known;
    if (actor.type === "person") await refuseManyRecipients(transaction, agencyId, input.recipients.length);
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

async function refuseManyRecipients(transaction: Queryable, agencyId: number, wanted: number): Promise<void> {
  const chosen = await countRecipients(transaction, agencyId);
  if (wanted === 0 || chosen + wanted <= scheduledRecipientsMax) return;
  throw refusal(
    "recipients",
    `The schedules of an agency have at most ${scheduledRecipientsMax} recipients together; ${chosen} are chosen.`,
    `Alle Zeitpläne zusammen haben höchstens ${scheduledRecipientsMax} Empfänger, und ${chosen} sind schon eingetragen.`,
  );
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
