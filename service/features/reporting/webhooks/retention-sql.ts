import type { Queryable } from "../../../floor/db/open.ts";

/** The last attempt comes at most seven days after the first; a week more for an outage of the service itself. */
const messageDaysMax = 14;
/** Long enough to look into a quarter's deliveries. */
const attemptDaysMax = 90;

/** Deletes up to `rowsMax` messages that no endpoint waits for any more, and returns how many. */
export async function deleteOldMessages(sql: Queryable, rowsMax: number): Promise<number> {
  const result = await sql`
    delete from webhook_message as message
    using (
      select agency_id, id
      from webhook_message as candidate
      where created_at < now() - ${messageDaysMax} * interval '1 day'
        and not exists (
          select
          from webhook_queue as queued
          where queued.agency_id = candidate.agency_id
            and queued.message_id = candidate.id
        )
      limit ${rowsMax}
    ) as old
    where message.agency_id = old.agency_id
      and message.id = old.id
  `;
  return result.count;
}

/** Deletes up to `rowsMax` attempts, and returns how many. */
export async function deleteOldAttempts(sql: Queryable, rowsMax: number): Promise<number> {
  const result = await sql`
    delete from webhook_attempt as attempt
    using (
      select agency_id, id
      from webhook_attempt
      where attempted_at < now() - ${attemptDaysMax} * interval '1 day'
      limit ${rowsMax}
    ) as old
    where attempt.agency_id = old.agency_id
      and attempt.id = old.id
  `;
  return result.count;
}

/** Deletes finished orders to send again that are older than their attempts, and returns how many. */
export async function deleteOldReplays(sql: Queryable): Promise<number> {
  const result = await sql`
    delete from webhook_replay
    where finished_at < now() - ${attemptDaysMax} * interval '1 day'
  `;
  return result.count;
}
