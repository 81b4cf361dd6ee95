import type { Sql } from "../db/open.ts";
import { noteForgottenAddresses } from "../db/public-address.ts";
import { deliveryQueue } from "../events/delivery-queue.ts";
import { feedQueue } from "../insights/providers/sql.ts";
import { uploadQueue } from "../insights/uploads/sql.ts";
import type { Loop } from "../loops/start-loops.ts";
import { oldMailQueues } from "../mail/outbox/drain-old-tables.ts";
import { mailQueues } from "../mail/outbox/sql.ts";
import { fanOutQueue } from "../newsroom/subscriptions/fan-out-sql.ts";
import { announceForgotten } from "../queues/announce-work.ts";
import type { WorkQueue } from "../queues/work-queue.ts";
import { exportQueue } from "../reporting/exports/claim-sql.ts";
import { scheduleQueue } from "../reporting/schedules/sql.ts";
import { replayQueue } from "../reporting/webhooks/replay-sql.ts";
import { approvalQueue } from "../workflow/approvals/sql.ts";
import { publicationQueue } from "../workflow/drafts/sql.ts";

/** A restore and an edit by hand are seen at the next start, or after this. */
const wholeLookEveryMs = 24 * 3600 * 1000;
/** Transactions that were under way at the last look, and clocks that differ. */
const marginSeconds = 600;

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

/** Finds what was written past the rows that say who has work and whose an address is. */
export function forgottenWorkLoop(sql: Sql): Loop {
  let wholeLookAtMs = 0;
  let lookAtMs = 0;
  return {
    name: "forgotten-work",
    schedule: "31 */5 * * * *",
    run: async () => {
      for (const queue of workQueues) await announceForgotten(sql, queue);
      const nowMs = Date.now();
      const isWhole = nowMs - wholeLookAtMs >= wholeLookEveryMs;
      await noteForgottenAddresses(sql, isWhole ? null : (nowMs - lookAtMs) / 1000 + marginSeconds);
      lookAtMs = nowMs;
      if (isWhole) wholeLookAtMs = nowMs;
      return false;
    },
  };
}
