import type { Sql } from "../../../floor/db/open.ts";
import type { Mail } from "../../../floor/mail/mailer.ts";
import type { ClaimedMail, MailWriter } from "../../../floor/mail/outbox/mail-kind.ts";
import { findBrand } from "../../agencies/settings/brand-sql.ts";
import { type ExportFormat, reportFileName } from "../exports/file-name.ts";
import type { RenderPool } from "../exports/render-pool.ts";
import { verifyPageUrl } from "../exports/urls.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { createMailLink } from "../links/create-mail-link.ts";
import { getPublicationReport } from "../reports/get-publication-report.ts";
import { readReportPictures } from "../reports/read-pictures.ts";
import type { PublicationReport } from "../reports/schema.ts";
import { type ReportFile, renderReportMail } from "./render-report-mail.ts";
import { findReportSender, type NewReportMails, reportMail } from "./sql.ts";

/** Mail servers commonly refuse more, and many mailboxes are small. */
const attachmentBytesMax = 10_000_000;

export type ReportMailDeps = {
  sql: Sql;
  renderer: RenderPool;
  seal: ReportSeal;
  publicUrl: string;
  /** Tests shorten it. */
  attachmentBytesMax?: number;
};

type MailDetails = Pick<NewReportMails, "replyTo" | "message" | "formats">;

/** How mails that bring a report come into being. */
export function reportMailWriter(deps: ReportMailDeps): MailWriter {
  return { kind: reportMail, prepare: (mail, signal) => prepare(deps, mail, signal) };
}

async function prepare(deps: ReportMailDeps, mail: ClaimedMail, signal: AbortSignal): Promise<Mail> {
  const { agencyId, aboutId: reportId, recipient } = mail;
  const { replyTo, message, formats } = mail.details as MailDetails;
  if (recipient === null) throw new Error(`The mail ${mail.id} has no recipient.`);
  const report = await getPublicationReport(deps.sql, agencyId, { reportId, seal: deps.seal });
  const files = await renderFiles(deps, { report, agencyId, formats, signal });
  const bytes = files.reduce((sum, { content: { length } }) => sum + length, 0);
  const isAttached = bytes < (deps.attachmentBytesMax ?? attachmentBytesMax);
  const content = isAttached
    ? { files }
    : { url: await createMailLink(deps, agencyId, { reportId, mailId: mail.id }) };
  const [sender, brand] = await Promise.all([
    findReportSender(deps.sql, agencyId),
    findBrand(deps.sql, agencyId),
  ]);
  return renderReportMail({
    ...sender,
    brand,
    report,
    recipient,
    replyTo: replyTo ?? sender.replyTo,
    message,
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
    const order = { agencyId, format, verifyUrl: verifyPageUrl(publicUrl), pictures };
    for await (const chunk of renderer.render(report, order, signal)) chunks.push(chunk);
    files.push({ format, fileName: reportFileName(report, format), content: Buffer.concat(chunks) });
  }
  return files;
}
