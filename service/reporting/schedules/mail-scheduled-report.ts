import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../../db/open.ts";
import type { CompletedExport } from "../exports/process-exports.ts";
import { insertReportMails } from "../mails/sql.ts";
import { findRecipients } from "./sql.ts";

const prefix = "schedule:";

/** Puts the report of a schedule into the outbox for its recipients, in the transaction that completes its file. */
export async function mailScheduledReport(
  transaction: Queryable,
  agencyId: number,
  { reportId, createdBy }: CompletedExport,
): Promise<void> {
  if (!createdBy.startsWith(prefix)) return;
  const recipients = await findRecipients(transaction, agencyId, createdBy.slice(prefix.length));
  if (recipients.length === 0) return;
  await insertReportMails(transaction, agencyId, {
    reportId,
    mails: recipients.map((recipient) => ({ id: uuidv7(), recipient })),
    replyTo: null,
    message: null,
    createdBy,
  });
}
