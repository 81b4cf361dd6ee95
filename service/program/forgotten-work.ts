import { alertQueue } from "../features/alerts/look-sql.ts";
import { deliveryQueue } from "../features/events/delivery-queue.ts";
import { evidenceQueue } from "../features/insights/evidence/sql.ts";
import { addressQueue } from "../features/insights/pages/address-sql.ts";
import { feedQueue } from "../features/insights/providers/sql.ts";
import { uploadQueue } from "../features/insights/uploads/sql.ts";
import { mailingQueue } from "../features/mailings/sql.ts";
import { sumQueue } from "../features/measurement/client-sums.ts";
import { moveQueue } from "../features/moving/sql.ts";
import { fanOutQueue } from "../features/newsroom/subscriptions/fan-out-sql.ts";
import { draftQueue } from "../features/reporting/drafts/sql.ts";
import { exportQueue } from "../features/reporting/exports/claim-sql.ts";
import { scheduleQueue } from "../features/reporting/schedules/sql.ts";
import { replayQueue } from "../features/reporting/webhooks/replay-sql.ts";
import { headQueue, stampQueue } from "../features/stamps/sql.ts";
import { approvalQueue } from "../features/workflow/approvals/sql.ts";
import { publicationQueue } from "../features/workflow/drafts/sql.ts";
import type { Sql } from "../floor/db/open.ts";
import { noteForgottenAddresses } from "../floor/db/public-address.ts";
import type { Loop } from "../floor/loops/start-loops.ts";
import { oldMailQueues } from "../floor/mail/outbox/drain-old-tables.ts";
import { mailQueues } from "../floor/mail/outbox/sql.ts";
import { announceForgotten } from "../floor/queues/announce-work.ts";
import type { WorkQueue } from "../floor/queues/work-queue.ts";

/** A restore and an edit by hand are seen at the next start, or after this. */
const wholeLookEveryMs = 24 * 3600 * 1000;
/** Transactions that were under way at the last look, and clocks that differ. */
const marginSeconds = 600;

/** Every queue whose agencies take turns. */
export const workQueues: readonly WorkQueue[] = [
  alertQueue,
  approvalQueue,
  deliveryQueue,
  draftQueue,
  evidenceQueue,
  exportQueue,
  fanOutQueue,
  addressQueue,
  feedQueue,
  mailingQueue,
  moveQueue,
  publicationQueue,
  replayQueue,
  scheduleQueue,
  headQueue,
  stampQueue,
  sumQueue,
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
