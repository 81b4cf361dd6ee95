import { agencyRemovalLoop } from "../features/agency-data/remove-agencies.ts";
import { agentRetentionLoop } from "../features/agent-access/retention-sql.ts";
import { alertLoop, alertMailWriter } from "../features/alerts/alerts.ts";
import { deliveryLoopName } from "../features/events/enqueue-event.ts";
import { type EvidenceDeps, evidenceLoop } from "../features/insights/evidence/compare-mentions.ts";
import { type AddressLoopDeps, addressLoops } from "../features/insights/pages/read-addresses.ts";
import { type ProviderDeps, providerLoop } from "../features/insights/providers/sync-providers.ts";
import { type UploadLoopDeps, uploadLoops } from "../features/insights/uploads/import-uploads.ts";
import { type MailingDeps, mailingMailWriters } from "../features/mailings/mailing-mails.ts";
import { mailingLoop } from "../features/mailings/prepare-mailings.ts";
import { mailingRetentionLoop } from "../features/mailings/retention-sql.ts";
import { type ReturnedDeps, returnedLoops } from "../features/mailings/returned/loop.ts";
import { senderLoop } from "../features/mailings/senders/loop.ts";
import { startWithRelease } from "../features/mailings/sql.ts";
import { sumLoop } from "../features/measurement/client-sums.ts";
import { maintainMeasurement } from "../features/measurement/maintain-measurement.ts";
import { mediaCleanupLoop } from "../features/media/cleanup.ts";
import type { MediaStore } from "../features/media/store-files.ts";
import type { UploadFolder } from "../features/media/upload-folder.ts";
import { contactRetentionLoop } from "../features/media-contacts/retention-sql.ts";
import type { PictureDeps } from "../features/moving/place-pictures.ts";
import { moveLoop, moveRetentionLoop } from "../features/moving/work-on-move.ts";
import { subscriptionLoops } from "../features/newsroom/subscriptions/loops.ts";
import {
  type SubscriberMailDeps,
  subscriberMailWriters,
} from "../features/newsroom/subscriptions/subscriber-mails.ts";
import { deleteFormerPeople } from "../features/people/former-people-sql.ts";
import { deleteEndedSignIns } from "../features/people/session-sql.ts";
import { signInMailWriter } from "../features/people/sign-in-mails.ts";
import { refusalRetentionLoop } from "../features/refusals/loop.ts";
import { draftLoop, draftRetentionLoop } from "../features/reporting/drafts/issue-drafts.ts";
import { exportExpiryLoop, exportLoop } from "../features/reporting/exports/loops.ts";
import type { ExportDeps } from "../features/reporting/exports/process-exports.ts";
import { reportChainLoop } from "../features/reporting/integrity/verify-chains.ts";
import { reportWitnessLoop } from "../features/reporting/integrity/watch-heads.ts";
import type { WitnessStore } from "../features/reporting/integrity/witness.ts";
import { type ReportMailDeps, reportMailWriter } from "../features/reporting/mails/report-mail.ts";
import { mailScheduledReport } from "../features/reporting/schedules/mail-scheduled-report.ts";
import { queueScheduledFiles } from "../features/reporting/schedules/queue-scheduled-files.ts";
import { runNextSchedule } from "../features/reporting/schedules/run-next-schedule.ts";
import { scheduleQueue } from "../features/reporting/schedules/sql.ts";
import { createDeliverer, type DelivererDeps } from "../features/reporting/webhooks/create-deliverer.ts";
import { webhookLoops } from "../features/reporting/webhooks/loops.ts";
import { type StampDeps, stampLoops } from "../features/stamps/stamp-loops.ts";
import { type WorkflowLoopDeps, workflowLoops } from "../features/workflow/approvals/loops.ts";
import { approvalMailWriters } from "../features/workflow/approvals/mail/approval-mails.ts";
import { deleteOldUnsaved } from "../features/workflow/drafts/unsaved-sql.ts";
import { onlineMailWriter } from "../features/workflow/releases/online-mail/online-mails.ts";
import type { MigrationAddress } from "../floor/db/migrate-database.ts";
import type { Sql } from "../floor/db/open.ts";
import type { Loop } from "../floor/loops/start-loops.ts";
import { type MailLoopDeps, mailLoops } from "../floor/mail/outbox/loops.ts";
import type { MailWriter } from "../floor/mail/outbox/mail-kind.ts";
import type { TargetRules } from "../floor/outbound/check-target.ts";
import { turnsLoop } from "../floor/queues/loops.ts";
import type { SecretCipher } from "../floor/secrets/secret-cipher.ts";
import type { Log } from "../log.ts";
import { backfillLoop } from "./backfill-loop.ts";
import { forgottenWorkLoop } from "./forgotten-work.ts";

export type LoopDeps = ExportDeps &
  WorkflowLoopDeps &
  MailLoopDeps &
  SubscriberMailDeps &
  ReportMailDeps &
  MailingDeps &
  ReturnedDeps &
  ProviderDeps &
  AddressLoopDeps &
  EvidenceDeps &
  StampDeps &
  MediaStore & { uploads: UploadFolder } & UploadLoopDeps &
  PictureDeps &
  Pick<DelivererDeps, "countDelivery"> & {
    sql: Sql;
    log: Log;
    databaseAddress: MigrationAddress;
    secrets: SecretCipher;
    targetRules: TargetRules;
    witnesses: readonly WitnessStore[];
  };

/** Every loop of the service: its name, when it runs (seconds first), and what it does. */
export function serviceLoops(deps: LoopDeps): Loop[] {
  const { sql } = deps;
  const deliverer = createDeliverer(deps);
  return [
    {
      name: "measurement-maintenance",
      schedule: "17 2 * * * *",
      run: async () => {
        await maintainMeasurement(sql);
        return false;
      },
    },
    {
      name: "ended-sign-ins",
      schedule: "43 */10 * * * *",
      run: async () => {
        const isMore = [
          await deleteEndedSignIns(sql),
          await deleteFormerPeople(sql),
          await deleteOldUnsaved(sql),
        ];
        return isMore.includes(true);
      },
    },
    forgottenWorkLoop(sql),
    backfillLoop(deps),
    refusalRetentionLoop(deps),
    contactRetentionLoop(deps),
    agentRetentionLoop(deps),
    ...uploadLoops(deps),
    moveLoop(deps),
    moveRetentionLoop(deps),
    agencyRemovalLoop(deps),
    ...workflowLoops(deps),
    ...subscriptionLoops({ ...deps, onWritten: startWithRelease }),
    ...mailLoops(deps, mailWriters(deps)),
    mailingLoop(deps),
    mailingRetentionLoop(deps),
    senderLoop(deps),
    ...returnedLoops(deps),
    exportLoop({ ...deps, onFrozen: queueScheduledFiles, onCompleted: mailScheduledReport }),
    draftLoop(deps),
    draftRetentionLoop(sql),
    exportExpiryLoop(deps),
    turnsLoop({
      sql,
      queue: scheduleQueue,
      name: "report-schedules",
      schedule: "3 * * * * *",
      step: (agencyId) => runNextSchedule(sql, agencyId),
    }),
    sumLoop(sql),
    alertLoop(sql),
    reportChainLoop(deps),
    reportWitnessLoop(deps),
    ...stampLoops(deps),
    providerLoop(deps),
    ...addressLoops(deps),
    evidenceLoop(deps),
    mediaCleanupLoop(deps),
    {
      name: deliveryLoopName,
      // Every second, because nobody wakes it for a retry that came due, or for a message from a replica that serves HTTP only.
      schedule: "* * * * * *",
      run: deliverer.run,
      onWake: deliverer.wake,
    },
    ...webhookLoops(deps),
  ];
}

/** Every kind of mail: who writes it at the moment it goes out. */
function mailWriters(deps: LoopDeps): MailWriter[] {
  return [
    signInMailWriter(deps),
    ...approvalMailWriters(deps),
    onlineMailWriter(deps),
    alertMailWriter(deps),
    reportMailWriter(deps),
    ...subscriberMailWriters(deps),
    ...mailingMailWriters(deps),
  ];
}
