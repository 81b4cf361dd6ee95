import { agencyRemovalLoop } from "../agency-data/remove-agencies.ts";
import type { Sql } from "../db/open.ts";
import { deliveryLoopName } from "../events/enqueue-event.ts";
import { type ProviderDeps, providerLoop } from "../insights/providers/sync-providers.ts";
import { type UploadLoopDeps, uploadLoops } from "../insights/uploads/import-uploads.ts";
import type { Log } from "../log.ts";
import type { Loop } from "../loops/start-loops.ts";
import { type MailLoopDeps, mailLoops } from "../mail/outbox/loops.ts";
import { maintainMeasurement } from "../measurement/maintain-measurement.ts";
import { mediaCleanupLoop } from "../media/cleanup.ts";
import type { MediaStore } from "../media/store-files.ts";
import type { UploadFolder } from "../media/upload-folder.ts";
import { subscriptionLoops } from "../newsroom/subscriptions/loops.ts";
import {
  type SubscriberMailDeps,
  subscriberMailWriters,
} from "../newsroom/subscriptions/subscriber-mails.ts";
import type { TargetRules } from "../outbound/check-target.ts";
import { deleteFormerPeople } from "../people/former-people-sql.ts";
import { deleteEndedSignIns } from "../people/session-sql.ts";
import { signInMailWriter } from "../people/sign-in-mails.ts";
import { turnsLoop } from "../queues/loops.ts";
import { refusalRetentionLoop } from "../refusals/loop.ts";
import { exportExpiryLoop, exportLoop } from "../reporting/exports/loops.ts";
import type { ExportDeps } from "../reporting/exports/process-exports.ts";
import { reportChainLoop } from "../reporting/integrity/verify-chains.ts";
import { reportWitnessLoop } from "../reporting/integrity/watch-heads.ts";
import type { WitnessStore } from "../reporting/integrity/witness.ts";
import { type ReportMailDeps, reportMailWriter } from "../reporting/mails/report-mail.ts";
import { mailScheduledReport } from "../reporting/schedules/mail-scheduled-report.ts";
import { queueScheduledFiles } from "../reporting/schedules/queue-scheduled-files.ts";
import { runNextSchedule } from "../reporting/schedules/run-next-schedule.ts";
import { scheduleQueue } from "../reporting/schedules/sql.ts";
import { createDeliverer, type DelivererDeps } from "../reporting/webhooks/create-deliverer.ts";
import { webhookLoops } from "../reporting/webhooks/loops.ts";
import type { SecretCipher } from "../secrets/secret-cipher.ts";
import { type WorkflowLoopDeps, workflowLoops } from "../workflow/approvals/loops.ts";
import { approvalMailWriters } from "../workflow/approvals/mail/approval-mails.ts";
import { onlineMailWriter } from "../workflow/releases/online-mail/online-mails.ts";
import { backfillLoop } from "./backfill-loop.ts";
import { forgottenWorkLoop } from "./forgotten-work.ts";

export type LoopDeps = ExportDeps &
  WorkflowLoopDeps &
  MailLoopDeps &
  SubscriberMailDeps &
  ReportMailDeps &
  ProviderDeps &
  MediaStore & { uploads: UploadFolder } & UploadLoopDeps &
  Pick<DelivererDeps, "countDelivery"> & {
    sql: Sql;
    log: Log;
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
        const isMore = await deleteEndedSignIns(sql);
        return (await deleteFormerPeople(sql)) || isMore;
      },
    },
    forgottenWorkLoop(sql),
    backfillLoop(deps),
    refusalRetentionLoop(deps),
    ...uploadLoops(deps),
    agencyRemovalLoop(deps),
    ...workflowLoops(deps),
    ...subscriptionLoops(deps),
    ...mailLoops(deps, [
      signInMailWriter(deps),
      ...approvalMailWriters(deps),
      onlineMailWriter(deps),
      reportMailWriter(deps),
      ...subscriberMailWriters(deps),
    ]),
    exportLoop({ ...deps, onFrozen: queueScheduledFiles, onCompleted: mailScheduledReport }),
    exportExpiryLoop(deps),
    turnsLoop({
      sql,
      queue: scheduleQueue,
      name: "report-schedules",
      schedule: "3 * * * * *",
      step: (agencyId) => runNextSchedule(sql, agencyId),
    }),
    reportChainLoop(deps),
    reportWitnessLoop(deps),
    providerLoop(deps),
    mediaCleanupLoop(deps),
    {
      name: deliveryLoopName,
      // A replica that serves HTTP only, and a retry that came due, have nobody to wake it.
      schedule: "* * * * * *",
      run: deliverer.run,
      onWake: deliverer.wake,
    },
    ...webhookLoops(deps),
  ];
}
