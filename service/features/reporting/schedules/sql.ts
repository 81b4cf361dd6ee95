import type { Queryable } from "../../../floor/db/open.ts";
import { writeWork } from "../../../floor/queues/announce-work.ts";
import type { WorkQueue } from "../../../floor/queues/work-queue.ts";
import { type FormerReader, goesToFormer, recipientsWithout } from "../mails/former-reader-sql.ts";
import { scopeIsWithin } from "../reports/scope-clients-sql.ts";
import { scopeTitle } from "../reports/scope-sql.ts";
import { nextRun } from "./next-run-sql.ts";
import type { CalendarSchedule, ListedSchedule, NewSchedule } from "./schema.ts";

export const scheduleQueue: WorkQueue = {
  name: "report_schedules",
  waiting: (sql) => sql`
    select agency_id, next_run_at as due_at
    from report_schedule
    where next_run_at is not null
  `,
};

/** Adds a schedule; its first run is the next one after `after`, which is now unless a test says otherwise. */
export async function insertSchedule(
  sql: Queryable,
  agencyId: number,
  input: NewSchedule & { id: string; after?: Date },
): Promise<{ nextRunAt: Date }> {
  const [row] = await writeWork(
    sql,
    { queue: scheduleQueue, agencyId },
    (transaction) => transaction<{ dueAt: Date }[]>`
      insert into report_schedule (
        agency_id, id, scope_type, scope_id, format, formats, days, rhythm, on_day, at_time, recipients, next_run_at,
        period, comparison, looked_through, business_days
      )
      select
        schedule.agency_id, schedule.id, ${input.scopeType}, ${input.scopeId}, (${input.formats}::text[])[1], ${input.formats}::text[],
        ${input.days}::integer, schedule.rhythm, schedule.on_day, schedule.at_time, ${input.recipients}::text[], ${nextRun(sql, input.after)},
        schedule.period, ${input.comparison ?? null}, ${input.isLookedThrough ?? false}::boolean, schedule.business_days
      from (
        select
          ${agencyId}::integer as agency_id,
          ${input.id}::uuid as id,
          ${input.rhythm}::text as rhythm,
          ${input.onDay}::integer as on_day,
          ${input.atTime}::text::time as at_time,
          ${input.period ?? null}::text as period,
          ${input.isBusinessDay ?? false}::boolean as business_days
      ) as schedule
      join agency on agency.id = schedule.agency_id
      returning next_run_at as "dueAt"
    `,
  );
  if (row === undefined) throw new Error(`There is no agency ${agencyId}.`);
  return { nextRunAt: row.dueAt };
}

/** Schedules with an id below `before`, newest first; of `clientIds` alone where they are given. */
export async function listScheduleRows(
  sql: Queryable,
  agencyId: number,
  input: { clientIds: readonly number[] | null; id: string | null; before: string | null; limit: number },
): Promise<ListedSchedule[]> {
  const { clientIds, id, before, limit } = input;
  return await sql<ListedSchedule[]>`
    select ${listedColumns(sql, agencyId)}
    from report_schedule
    where agency_id = ${agencyId}
      ${id === null ? sql`` : sql`and id = ${id}`}
      ${before === null ? sql`` : sql`and id < ${before}`}
      ${clientIds === null ? sql`` : sql`and ${scopeIsWithin(sql, agencyId, clientIds)}`}
    order by id desc
    limit ${limit}
  `;
}

/** A row of an older program has one format alone. */
function formatsColumn(sql: Queryable) {
  return sql`coalesce(formats, array[format])`;
}

function calendarColumns(sql: Queryable) {
  return sql`period, comparison, looked_through as "isLookedThrough", business_days as "isBusinessDay"`;
}

function listedColumns(sql: Queryable, agencyId: number) {
  return sql`
    id,
    scope_type as "scopeType",
    scope_id as "scopeId",
    ${scopeTitle(sql, agencyId)} as title,
    format,
    ${formatsColumn(sql)} as formats,
    days,
    rhythm,
    on_day as "onDay",
    to_char(at_time, 'HH24:MI') as "atTime",
    recipients,
    ${calendarColumns(sql)},
    created_at as "createdAt",
    next_run_at as "nextRunAt",
    last_run_at as "lastRunAt",
    last_job_id as "lastJobId",
    last_error as "lastError"
  `;
}

/** Lets a schedule of the agency rest. False when there is none. */
export async function pauseSchedule(sql: Queryable, agencyId: number, id: string): Promise<boolean> {
  const paused = await sql`
    update report_schedule
    set next_run_at = null
    where agency_id = ${agencyId}
      and id = ${id}
  `;
  return paused.count === 1;
}

/** Lets a paused schedule go on with its next day; one that is not paused keeps its time. False when there is none. */
export async function resumeSchedule(sql: Queryable, agencyId: number, id: string): Promise<boolean> {
  const resumed = await writeWork(
    sql,
    { queue: scheduleQueue, agencyId },
    (transaction) => transaction<{ dueAt: Date }[]>`
      update report_schedule as schedule
      set next_run_at = coalesce(schedule.next_run_at, ${nextRun(sql, undefined)})
      from agency
      where agency.id = schedule.agency_id
        and schedule.agency_id = ${agencyId}
        and schedule.id = ${id}
      returning schedule.next_run_at as "dueAt"
    `,
  );
  return resumed.length === 1;
}

/**
 * Keeps day and time of the next runs in another time zone. They are not sought anew from now on: in a zone that is behind, the day of a
 * run that was just made is still to come, and in one ahead a run that is due would be left out. Paused ones stay paused.
 */
export async function moveSchedules(
  transaction: Queryable,
  agencyId: number,
  { former, timeZone }: { former: string; timeZone: string },
): Promise<void> {
  await writeWork(
    transaction,
    { queue: scheduleQueue, agencyId },
    (inner) => inner<{ dueAt: Date }[]>`
      update report_schedule
      set next_run_at = ((next_run_at at time zone ${former})::date + at_time) at time zone ${timeZone}
      where agency_id = ${agencyId}
        and next_run_at is not null
      returning next_run_at as "dueAt"
    `,
  );
}

/** Who gets the reports of a schedule, and in which files; null where it is gone. */
export async function findScheduleFiles(
  sql: Queryable,
  agencyId: number,
  id: string,
): Promise<Pick<NewSchedule, "recipients" | "formats"> | null> {
  const [row] = await sql<Pick<NewSchedule, "recipients" | "formats">[]>`
    select recipients, ${formatsColumn(sql)} as formats
    from report_schedule
    where agency_id = ${agencyId}
      and id = ${id}
  `;
  return row ?? null;
}

/** Takes a former reader off the agency's schedules, or puts the new address there; returns in how many. */
export async function removeRecipient(
  sql: Queryable,
  agencyId: number,
  reader: FormerReader,
): Promise<number> {
  const changed = await sql`
    update report_schedule
    set recipients = ${recipientsWithout(sql, reader)}
    where agency_id = ${agencyId}
      and ${goesToFormer(sql, agencyId, reader)}
  `;
  return changed.count;
}

/** How many mails the agency's schedules send when each runs once. */
export async function countRecipients(sql: Queryable, agencyId: number): Promise<number> {
  const [row] = await sql<{ recipients: number }[]>`
    select coalesce(sum(cardinality(recipients)), 0)::integer as recipients
    from report_schedule
    where agency_id = ${agencyId}
  `;
  return row?.recipients ?? 0;
}

/** Deletes a schedule of the agency; what it made stays. False when there is none. */
export async function deleteSchedule(sql: Queryable, agencyId: number, id: string): Promise<boolean> {
  const deleted = await sql`
    delete from report_schedule
    where agency_id = ${agencyId}
      and id = ${id}
  `;
  return deleted.count === 1;
}

export type DueSchedule = NewSchedule &
  CalendarSchedule & {
    agencyId: number;
    id: string;
    dueAt: Date;
    /** The day of the agency's time zone on which it was due. */
    dueDay: string;
  };

/** Takes the agency's schedule that has waited longest, until the transaction ends; one that another replica has is passed over. */
export async function lockDueSchedule(sql: Queryable, agencyId: number): Promise<DueSchedule | null> {
  const [row] = await sql<DueSchedule[]>`
    select
      agency_id as "agencyId",
      id,
      scope_type as "scopeType",
      scope_id as "scopeId",
      ${formatsColumn(sql)} as formats,
      days,
      rhythm,
      on_day as "onDay",
      to_char(at_time, 'HH24:MI') as "atTime",
      recipients,
      ${calendarColumns(sql)},
      next_run_at as "dueAt",
      (
        next_run_at at time zone (select time_zone from agency where agency.id = ${agencyId})
      )::date::text as "dueDay"
    from report_schedule
    where agency_id = ${agencyId}
      and next_run_at <= now()
    order by next_run_at, id
    limit 1
    for update skip locked
  `;
  return row ?? null;
}

/** Notes a run, and sets the next one after `after`, or after now: however many were missed in an outage, they are made up for once. */
export async function finishRun(
  sql: Queryable,
  schedule: Pick<DueSchedule, "agencyId" | "id">,
  run: { jobId: string | null; error: string | null; after?: Date },
): Promise<{ nextRunAt: Date }> {
  const [row] = await sql<{ nextRunAt: Date }[]>`
    update report_schedule as schedule
    set
      next_run_at = ${nextRun(sql, run.after)},
      last_run_at = now(),
      last_job_id = ${run.jobId},
      last_error = ${run.error}
    from agency
    where agency.id = schedule.agency_id
      and schedule.agency_id = ${schedule.agencyId}
      and schedule.id = ${schedule.id}
    returning next_run_at as "nextRunAt"
  `;
  if (row === undefined) throw new Error(`The schedule ${schedule.id} was locked and is gone.`);
  return row;
}
