import { deleteOld } from "../../../floor/db/delete-old.ts";
import type { Queryable } from "../../../floor/db/open.ts";

/** The last attempt comes at most seven days after the first; a week more for an outage of the service itself. */
const messageDaysMax = 14;
/** Long enough to look into a quarter's deliveries. */
const attemptDaysMax = 90;

/**
 * Removes messages that no endpoint waits for any more, old attempts, and finished orders to send again that are as old, a bounded number
 * a call. Returns true when there may be more. What is still queued keeps its message, however old.
 */
export async function deleteOldDeliveries(sql: Queryable): Promise<boolean> {
  const messages = sql`
    created_at < now() - ${messageDaysMax} * interval '1 day'
    and not exists (
      select
      from webhook_queue as queued
      where queued.agency_id = webhook_message.agency_id
        and queued.message_id = webhook_message.id
    )
  `;
  const attempts = sql`attempted_at < now() - ${attemptDaysMax} * interval '1 day'`;
  const replays = sql`finished_at < now() - ${attemptDaysMax} * interval '1 day'`;
  const isMore = [
    await deleteOld(sql, { table: "webhook_message", where: messages }),
    await deleteOld(sql, { table: "webhook_attempt", where: attempts }),
    await deleteOld(sql, { table: "webhook_replay", where: replays }),
  ];
  return isMore.includes(true);
}
