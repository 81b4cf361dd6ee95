import type { Queryable } from "../../../floor/db/open.ts";
import type { CompletedExport } from "../exports/process-exports.ts";
import { insertReportMails, isOnlyZeros } from "../mails/sql.ts";
import { scheduleOf } from "./created-by.ts";
import { findScheduleFiles } from "./sql.ts";

/**
 * Puts the report of a schedule into the outbox for its recipients, in the transaction that completes its file. One full of zeros
 * goes to nobody by itself: it waits on *Heute* until a person sends it.
 */
export async function mailScheduledReport(
  transaction: Queryable,
  agencyId: number,
  { reportId, createdBy }: CompletedExport,
): Promise<void> {
  const scheduleId = scheduleOf(createdBy);
  const files = scheduleId === null ? null : await findScheduleFiles(transaction, agencyId, scheduleId);
  if (files === null || files.recipients.length === 0) return;
  if ((await isOnlyZeros(transaction, agencyId, reportId)) === true) return;
  await insertReportMails(transaction, agencyId, {
    reportId,
    recipients: files.recipients,
    replyTo: null,
    message: null,
    // People read the PDF, whatever else they get.
    formats: [...new Set(["pdf" as const, ...files.formats])],
    createdBy,
  });
}
