import { deliveryQueue } from "../events/delivery-queue.ts";
import { feedQueue } from "../insights/providers/sql.ts";
import { uploadQueue } from "../insights/uploads/sql.ts";
import { oldMailQueues } from "../mail/outbox/drain-old-tables.ts";
import { mailQueues } from "../mail/outbox/sql.ts";
import { fanOutQueue } from "../newsroom/subscriptions/fan-out-sql.ts";
import type { WorkQueue } from "../queues/work-queue.ts";
import { exportQueue } from "../reporting/exports/claim-sql.ts";
import { scheduleQueue } from "../reporting/schedules/sql.ts";
import { replayQueue } from "../reporting/webhooks/replay-sql.ts";
import { approvalQueue } from "../workflow/approvals/sql.ts";
import { publicationQueue } from "../workflow/drafts/sql.ts";

/** Every queue whose agencies take turns. */
export const workQueues: readonly WorkQueue[] = [
  approvalQueue,
  deliveryQueue,
  exportQueue,
  fanOutQueue,
  feedQueue,
  publicationQueue,
  replayQueue,
  scheduleQueue,
  uploadQueue,
  ...Object.values(mailQueues),
  ...oldMailQueues,
];
