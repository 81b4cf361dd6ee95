import { mailQueue } from "./approvals/mail/sql.ts";
import { approvalQueue } from "./approvals/sql.ts";
import { publicationQueue } from "./drafts/sql.ts";
import { feedQueue } from "./insights/providers/sql.ts";
import { exportQueue } from "./reporting/exports/claim-sql.ts";
import { scheduleQueue } from "./reporting/schedules/sql.ts";
import { deliveryQueue } from "./reporting/webhooks/queue-sql.ts";
import type { WorkQueue } from "./work/work-queue.ts";

/** Every queue whose agencies take turns. */
export const workQueues: readonly WorkQueue[] = [
  approvalQueue,
  deliveryQueue,
  exportQueue,
  feedQueue,
  mailQueue,
  publicationQueue,
  scheduleQueue,
];
