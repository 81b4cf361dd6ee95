import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import type { Loop } from "../../../floor/loops/start-loops.ts";
import { LeaseLostError } from "../../../floor/queues/lease-lost-error.ts";
import { backOffMs, endRow, putOffRow } from "../../../floor/queues/leased-rows.ts";
import { leasedLoop } from "../../../floor/queues/loops.ts";
import { insertAudit } from "../../audit/sql.ts";
import { createExport } from "../exports/create-export.ts";
import type { ExportDeps } from "../exports/process-exports.ts";
import { distinctRecipients } from "../mails/send-report.ts";
import { insertReportMails, isOnlyZeros } from "../mails/sql.ts";
import { createPublicationReport } from "../reports/create-publication-report.ts";
import type { PublicationReport } from "../reports/schema.ts";
import { type ClaimedDraft, deleteIssuedDrafts, draftQueue, lockRecipients } from "./sql.ts";

/** Name of the loop; wake it after drafts were ordered, or leave it to its next tick. */
export const draftLoopName = "report-drafts";

export type IssueDeps = Pick<
  ExportDeps,
  "sql" | "log" | "freshReads" | "heavyReads" | "readPictures" | "seal" | "publicUrl"
>;

/** Reports of one agency wait for each other at the end of its chain, so more lanes serve other agencies only. */
const lanesMax = 2;
/** Faults of the database pass; what fails five times in a quarter of an hour does not. */
const attemptsMax = 5;
const backOff = { firstMs: 30_000, factor: 3 };
/** How long a report may wait for its turn among the agency's long reads. */
const turnWaitMs = 60_000;

/** The loop that removes drafts whose reports were issued long ago. */
export function draftRetentionLoop(sql: Sql): Loop {
  return { name: "report-draft-retention", schedule: "29 32 * * * *", run: () => deleteIssuedDrafts(sql) };
}

/** The loop that makes reports of drafts. */
export function draftLoop(deps: IssueDeps & { sql: Sql }): Loop {
  return leasedLoop<ClaimedDraft>({
    sql: deps.sql,
    table: draftQueue,
    name: draftLoopName,
    schedule: "*/5 * * * * *",
    lanesMax,
    work: (draft, signal) => issueDraft(deps, draft, signal),
  });
}

async function issueDraft(deps: IssueDeps, draft: ClaimedDraft, signal: AbortSignal): Promise<void> {
  const { agencyId, comparison, comment } = draft;
  const freeze = () =>
    createPublicationReport(deps.sql, agencyId, {
      seal: deps.seal,
      scopeType: draft.scopeType,
      scopeId: draft.scopeId,
      period: draft.period,
      comparison: comparison ?? "none",
      ...(comment === null ? {} : { comment }),
      createdBy: draft.issuedBy,
      publicUrl: deps.publicUrl,
      ...(deps.readPictures === undefined ? {} : { readPictures: deps.readPictures }),
      ...(deps.freshReads === undefined ? {} : { freshReads: deps.freshReads }),
      alongside: (transaction, report) => sendIssued(transaction, draft, report),
    });
  try {
    if (deps.heavyReads === undefined) await freeze();
    else await deps.heavyReads.run(agencyId, freeze, { signal, waitMs: turnWaitMs });
  } catch (error) {
    await settle(deps, draft, { error, isStopping: signal.aborted });
  }
}

/** In the report's transaction: the draft ends, the files are ordered and the mails queued, or nothing of it happens. */
async function sendIssued(
  transaction: Queryable,
  draft: ClaimedDraft,
  { id: reportId, integrity }: PublicationReport,
): Promise<void> {
  const { agencyId, formats, replyTo, issuedBy: createdBy } = draft;
  const readers = await lockRecipients(transaction, draft);
  if (readers === null) throw new LeaseLostError(draft.id);
  // Two contacts of a client may share one address: its report came there twice.
  const recipients = distinctRecipients(readers);
  // Mostly the counting or the period is wrong then, and a client shall not be the first to see it.
  const isZero = (await isOnlyZeros(transaction, agencyId, reportId)) === true;
  const error = isZero && recipients.length > 0 ? "only_zeros" : null;
  const set = transaction`report_id = ${reportId}, issued_at = now(), error = ${error}`;
  if (!(await endRow(transaction, draftQueue, draft, set))) throw new LeaseLostError(draft.id);
  await Promise.all(
    formats.map((format) =>
      createExport(transaction, agencyId, {
        request: { reportId, format },
        idempotencyKey: `draft-file:${reportId}:${format}`,
        createdBy: `draft:${draft.id}`,
      }),
    ),
  );
  await insertAudit(transaction, agencyId, {
    actor: { type: "service", id: null },
    action: "report.created",
    subject: { type: "report", id: reportId },
    details: { createdBy, contentHash: integrity.contentHash, recipients: isZero ? 0 : recipients.length },
  });
  if (recipients.length === 0 || isZero) return;
  await insertReportMails(transaction, agencyId, {
    reportId,
    recipients,
    replyTo,
    message: null,
    // People read the PDF, whatever else they get.
    formats: [...new Set(["pdf" as const, ...formats])],
    createdBy,
  });
}

async function settle(
  { sql, log }: IssueDeps,
  draft: ClaimedDraft,
  { error, isStopping }: { error: unknown; isStopping: boolean },
): Promise<void> {
  if (error instanceof LeaseLostError) return;
  const isKnown = error instanceof ServiceError;
  const waits = isKnown && error.retryAfterSeconds !== undefined ? error.retryAfterSeconds * 1_000 : null;
  if (isStopping || waits !== null)
    return void (await putOffRow(sql, draftQueue, draft, {
      delayMs: waits ?? 0,
      set: sql`attempts = attempts - 1`,
    }));
  // Its scope is gone, or its period: the draft waits again, with the reason.
  const isHopeless = isKnown && ["scope_not_found", "validation_error"].includes(error.code);
  if (!isHopeless) log.warn("report_draft_failed", { agencyId: draft.agencyId, draftId: draft.id, error });
  if (isHopeless || draft.attempts >= attemptsMax)
    await endRow(sql, draftQueue, draft, sql`error = ${isKnown ? error.code : "internal_error"}`);
  else await putOffRow(sql, draftQueue, draft, { delayMs: backOffMs(draft.attempts, backOff) });
}
