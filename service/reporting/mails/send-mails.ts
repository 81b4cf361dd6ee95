import { v7 as uuidv7 } from "uuid";
import type { Sql } from "../../db/open.ts";
import type { Log } from "../../log.ts";
import { finishLeased, postponeLeased } from "../../mail/leased-mail-sql.ts";
import { type Mail, MailError, type Mailer } from "../../mail/mailer.ts";
import type { Turns } from "../../work/take-turns.ts";
import { type ExportFormat, reportFileName } from "../exports/file-name.ts";
import type { RenderPool } from "../exports/render-pool.ts";
import { verifyPageUrl } from "../exports/urls.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { createMailLink } from "../links/create-mail-link.ts";
import { getPublicationReport } from "../reports/get-publication-report.ts";
import { readReportPictures } from "../reports/read-pictures.ts";
import type { PublicationReport } from "../reports/schema.ts";
import { type ReportFile, renderReportMail } from "./render-report-mail.ts";
import { type ClaimedReportMail, claimReportMail, leaseOf } from "./sql.ts";

/** Longer than drawing and a mailer ever take together, so that no two processes send the same mail. */
const leaseSeconds = 240;
/** With the pauses between them three days: a mail server that is away over a weekend is waited for. */
const attemptsMax = 80;
/** Mail servers commonly refuse more, and many mailboxes are small. */
const attachmentBytesMax = 10_000_000;

export type ReportMailDeps = {
  sql: Sql;
  log: Log;
  mailer: Mailer;
  renderer: RenderPool;
  seal: ReportSeal;
  publicUrl: string;
  turns: Turns;
  /** Tests shorten it. */
  attachmentBytesMax?: number;
};

/** Sends one mail that is due, of the next agency in turn; returns true when there may be more. */
export async function sendNextReportMail(deps: ReportMailDeps, signal: AbortSignal): Promise<boolean> {
  const lease = { leaseToken: uuidv7(), leaseSeconds };
  const claimed = await deps.turns.take((agencyId) => claimReportMail(deps.sql, agencyId, lease));
  if (claimed === null) return false;
  try {
    await deps.mailer.send(await prepare(deps, claimed, signal));
    await finishLeased(deps.sql, leaseOf(deps.sql, claimed), { status: "sent", error: null });
  } catch (error) {
    await noteFailure(deps, claimed, error);
  }
  return true;
}

async function prepare(deps: ReportMailDeps, claimed: ClaimedReportMail, signal: AbortSignal): Promise<Mail> {
  const { agencyId, reportId } = claimed;
  const report = await getPublicationReport(deps.sql, agencyId, { reportId, seal: deps.seal });
  const files = await renderFiles(deps, { report, agencyId, formats: claimed.formats, signal });
  const bytes = files.reduce((sum, { content: { length } }) => sum + length, 0);
  const isAttached = bytes < (deps.attachmentBytesMax ?? attachmentBytesMax);
  const content = isAttached
    ? { files }
    : { url: await createMailLink(deps, agencyId, { reportId, mailId: claimed.id }) };
  return renderReportMail({
    report,
    recipient: claimed.recipient,
    agencyName: claimed.agencyName,
    senderName: claimed.senderName,
    replyTo: claimed.replyTo ?? claimed.agencyReplyTo,
    message: claimed.message,
    verifyUrl: verifyPageUrl(deps.publicUrl),
    content,
  });
}

/** The files of the mail, each made of the one report. */
async function renderFiles(
  { sql, renderer, publicUrl }: ReportMailDeps,
  input: {
    report: PublicationReport;
    agencyId: number;
    formats: readonly ExportFormat[];
    signal: AbortSignal;
  },
): Promise<ReportFile[]> {
  const { report, agencyId, formats, signal } = input;
  const pictures = await readReportPictures(sql, agencyId, report);
  const files: ReportFile[] = [];
  for (const format of formats) {
    const chunks: Uint8Array[] = [];
    const order = { format, verifyUrl: verifyPageUrl(publicUrl), pictures };
    for await (const chunk of renderer.render(report, order, signal)) chunks.push(chunk);
    files.push({ format, fileName: reportFileName(report, format), content: Buffer.concat(chunks) });
  }
  return files;
}

/** Only a recipient that the server refuses is final at once; what else fails may go well another time. */
async function noteFailure(
  { sql, log }: ReportMailDeps,
  claimed: ClaimedReportMail,
  error: unknown,
): Promise<void> {
  const code = error instanceof MailError ? error.code : "PREPARATION";
  const isFinal = (error instanceof MailError && error.isFinal) || claimed.attempts >= attemptsMax;
  const { id: mailId, attempts } = claimed;
  log.warn("report_mail_failed", {
    mailId,
    attempts,
    code,
    isFinal,
    ...(error instanceof MailError ? {} : { error }),
  });
  if (isFinal) return await finishLeased(sql, leaseOf(sql, claimed), { status: "failed", error: code });
  await postponeLeased(sql, leaseOf(sql, claimed), { attempts, error: code });
}
