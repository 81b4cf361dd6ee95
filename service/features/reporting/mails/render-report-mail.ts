import type { Mail } from "../../../floor/mail/mailer.ts";
import { type MailBrand, type MailPart, renderMail } from "../../../floor/mail/render-mail.ts";
import { readText } from "../../../press-text/markdown/read-text.ts";
import { contentTypeByFormat, type ExportFormat } from "../exports/file-name.ts";
import { headlineFigures, lostHitsNote } from "../exports/headline-figures.ts";
import { fill } from "../exports/wording/german-texts.ts";
import { integrityFacts } from "../exports/wording/integrity-facts.ts";
import { clientNames, kindOfReport } from "../exports/wording/report-words.ts";
import { wordingOf } from "../exports/wording/wording.ts";
import type { PublicationReport } from "../reports/schema.ts";

/** What a reader should know without opening anything. */
const figuresInMail = 3;

export type MailedReport = {
  report: PublicationReport;
  recipient: string;
  agencyName: string;
  senderName: string | null;
  /** The agency as its mails show it. */
  brand: MailBrand | null;
  replyTo: string | null;
  message: string | null;
  /** Where anybody checks the report. */
  verifyUrl: string;
  /** The files, or the address of a link where they are too large. */
  content: { files: readonly ReportFile[] } | { url: string };
};

export type ReportFile = { format: ExportFormat; fileName: string; content: Uint8Array };

/** The mail that brings a report: the message, three figures and the comment in it, the rest attached or behind a link. */
export function renderReportMail(mailed: MailedReport): Mail {
  const { report, agencyName, content } = mailed;
  const words = wordingOf(report);
  const { texts, formats } = words;
  const { from, to } = report.performance.window;
  const lost = lostHitsNote(report.performance.lostHits, words);
  const comment = report.comment === undefined ? "" : readText(report.comment).plain;
  const own = mailTexts[words.language];
  const [kind, client] = [kindOfReport(report, words), clientNames(report, words)];
  const parts: MailPart[] = [
    { kind: "heading", text: report.scope.title },
    {
      kind: "note",
      text: `${client === report.scope.title ? kind : `${kind} · ${client}`} · ${formats.period(from, to)}`,
    },
    ...(mailed.message === null ? [] : [{ kind: "paragraph" as const, text: mailed.message }]),
    ...headlineFigures(report, words)
      .slice(0, figuresInMail)
      .map(({ label, value, sentence }) => ({
        kind: "paragraph" as const,
        text: `${label}: ${value}. ${sentence}`,
      })),
    ...(lost === null ? [] : [{ kind: "note" as const, text: lost }]),
    ...(comment === "" ? [] : [{ kind: "quote" as const, label: texts.comment, text: comment }]),
    "url" in content
      ? { kind: "button" as const, label: own.open, lead: own.open, url: content.url }
      : { kind: "paragraph" as const, text: fill(own.attached, namesOf(content.files, words.language)) },
    // Whoever keeps the mail can later tell whether the report, or the end of the chain behind it, has changed.
    ...integrityFacts(report, words).map(([label, value]) => ({
      kind: "note" as const,
      text: `${label}: ${value}`,
    })),
    { kind: "note", text: `${texts.checkAt} ${mailed.verifyUrl}` },
    { kind: "note", text: fill(own.signature, agencyName) },
  ];
  const mail = renderMail({
    language: words.language,
    brand: mailed.brand,
    to: { name: "", address: mailed.recipient },
    subject: `${kind}: ${report.scope.title}`,
    senderName: mailed.senderName ?? agencyName,
    ...(mailed.replyTo === null ? {} : { replyTo: { name: agencyName, address: mailed.replyTo } }),
    parts,
  });
  if ("url" in content) return mail;
  const files = content.files.map((file) => ({
    filename: file.fileName,
    content: file.content,
    contentType: contentTypeByFormat[file.format],
  }));
  return { ...mail, attachments: [...(mail.attachments ?? []), ...files] };
}

function namesOf(files: readonly ReportFile[], language: string): string {
  return new Intl.ListFormat(language).format(files.map(({ format }) => format.toUpperCase()));
}

const mailTexts = {
  de: {
    open: "Bericht öffnen",
    attached: "Der ganze Bericht hängt als {0} an.",
    signature: "Diese Nachricht wurde im Auftrag von {0} verschickt.",
  },
  en: {
    open: "Open the report",
    attached: "The whole report is attached as {0}.",
    signature: "This message was sent on behalf of {0}.",
  },
};
