import { deliveryQueue } from "../events/delivery-queue.ts";
import { feedQueue } from "../insights/providers/sql.ts";
import { uploadQueue } from "../insights/uploads/sql.ts";
import { fanOutQueue } from "../newsroom/subscriptions/fan-out-sql.ts";
import { subscriberMailQueue } from "../newsroom/subscriptions/mail-sql.ts";
import { exportQueue } from "../reporting/exports/claim-sql.ts";
import { reportMailQueue } from "../reporting/mails/sql.ts";
import { scheduleQueue } from "../reporting/schedules/sql.ts";
import { replayQueue } from "../reporting/webhooks/replay-sql.ts";
import type { WorkQueue } from "../work/work-queue.ts";
import { mailQueue } from "../workflow/approvals/mail/sql.ts";
import { approvalQueue } from "../workflow/approvals/sql.ts";
import { publicationQueue } from "../workflow/drafts/sql.ts";

/** Every queue whose agencies take turns. */
export const workQueues: readonly WorkQueue[] = [
  approvalQueue,
  deliveryQueue,
  exportQueue,
  fanOutQueue,
  feedQueue,
  mailQueue,
  publicationQueue,
  replayQueue,
  reportMailQueue,
  scheduleQueue,
  subscriberMailQueue,
  uploadQueue,
];
