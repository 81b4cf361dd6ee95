import type { WorkQueue } from "../../floor/queues/work-queue.ts";

/** Messages that wait: for their first attempt, for another one, or for the end of a lease. */
export const deliveryQueue: WorkQueue = {
  name: "webhooks",
  waiting: (sql) => sql`select agency_id, next_attempt_at as due_at from webhook_queue`,
};
