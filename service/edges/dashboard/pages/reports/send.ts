import { listContactsOfClients } from "../../../../features/clients/contacts-of-clients-sql.ts";
import {
  mailMessageCharactersMax,
  reportRecipientsMax,
  sendReport,
} from "../../../../features/reporting/mails/send-report.ts";
import {
  isOnlyZeros,
  type ListedReportMail,
  listReportMails,
} from "../../../../features/reporting/mails/sql.ts";
import { clientsOfReport } from "../../../../features/reporting/reports/require-report-within.ts";
import { scheduleOf } from "../../../../features/reporting/schedules/created-by.ts";
import { findScheduleFiles } from "../../../../features/reporting/schedules/sql.ts";
import { mailLoopName } from "../../../../floor/mail/outbox/loops.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { defineForm, definePage, type PageContent } from "../../definition.ts";
import { checkField, pickManyField } from "../../forms/choice-fields.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { optionalAreaField } from "../../forms/text-fields.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { tableHtml } from "../../parts/table.ts";
import { addressesOf } from "./addresses.ts";
import { knownReport, type ReportContext, reportPage } from "./known-report.ts";
import { reportPath, reportsPath } from "./paths.ts";

const path = `${reportsPath}/:reportId/senden` as const;
const mailsShownMax = 50;

const fields = {
  contacts: pickManyField({ label: "Kontakte", entriesMax: reportRecipientsMax }),
  recipients: optionalAreaField({
    label: "Weitere Adressen",
    hint: `Eine je Zeile, zusammen mit den Kontakten 1 bis ${reportRecipientsMax} Empfänger.`,
    charactersMax: 8_000,
    rows: 3,
  }),
  message: optionalAreaField({
    label: "Nachricht",
    hint: "Steht über den Zahlen. Der Kommentar aus dem Bericht kommt von selbst dazu.",
    charactersMax: mailMessageCharactersMax,
    rows: 5,
  }),
  acceptZeros: checkField({
    label: "Auch mit lauter Nullen verschicken",
    hint: "In diesem Bericht ist keine der Hauptzahlen größer als null. Prüfen Sie zuerst, ob Zeitraum und Meldung stimmen.",
  }),
};

const sendPage = definePage({ path, action: "reports.send", handle: (context) => show(context, null) });

const sendForm = defineForm({
  path,
  action: "reports.send",
  fields,
  async handle(context) {
    const { visit, values, deps, idempotencyKey } = context;
    const { report } = await knownReport(context);
    const { queued } = await sendReport(deps.sql, visit.agencyId, {
      reportId: report.id,
      recipients: [...values.contacts, ...addressesOf(values.recipients)],
      ...(values.message === null ? {} : { message: values.message }),
      replyTo: visit.signedIn.email,
      acceptZeros: values.acceptZeros,
      actor: visit.actor,
      formKey: idempotencyKey,
    });
    deps.wake(mailLoopName("personal"));
    return { location: `${reportPath(report.id)}/senden`, notice: noticeOf(queued) };
  },
  show,
});

export const reportSendDefinitions = [sendPage, sendForm];

function noticeOf(queued: number): string {
  if (queued === 0) return "Das ist schon abgeschickt und geht kein zweites Mal hinaus.";
  return queued === 1 ? "Eine Nachricht wird verschickt." : `${queued} Nachrichten werden verschickt.`;
}

async function show(context: ReportContext, state: FormState | null): Promise<PageContent> {
  const { visit, deps } = context;
  const { report } = await knownReport(context);
  const clientIds = await clientsOfReport(deps.sql, visit.agencyId, report);
  const scheduleId = scheduleOf(report.createdBy);
  const [isZero, files, contacts, mails] = await Promise.all([
    isOnlyZeros(deps.sql, visit.agencyId, report.id),
    scheduleId === null ? null : findScheduleFiles(deps.sql, visit.agencyId, scheduleId),
    listContactsOfClients(deps.sql, visit.agencyId, clientIds),
    listReportMails(deps.sql, visit.agencyId, { reportId: report.id, limit: mailsShownMax }),
  ]);
  const { contacts: contactsField, acceptZeros, ...always } = fields;
  return reportPage(context, report, {
    tab: "/senden",
    main: html`<p>Die Nachricht nennt die wichtigsten Zahlen und enthält den Bericht als PDF. Antworten gehen an ${visit.signedIn.email}.</p>
${deps.mailer === null && html`<p class="notice">Es ist kein Mailserver eingerichtet. Nachrichten warten, bis der Betreiber das nachholt.</p>`}
${formHtml({
  visit,
  action: `${reportPath(report.id)}/senden`,
  fields: {
    ...(contacts.length > 0 && { contacts: contactsField }),
    ...always,
    ...(isZero === true && { acceptZeros }),
  },
  state: state ?? filledForm({ recipients: files?.recipients.join("\n") ?? null }),
  options: {
    contacts: contacts.map(({ name, email, clientName }) => ({
      value: email,
      label: `${name}, ${email} (${clientName})`,
    })),
  },
  submit: "Senden",
})}
${mails.length > 0 && mailsHtml(context, mails)}`,
  });
}

function mailsHtml({ visit }: Pick<ReportContext, "visit">, mails: readonly ListedReportMail[]): Html {
  return html`<h2>Verschickt</h2>
${tableHtml({
  caption: "Nachrichten zu diesem Bericht",
  rows: mails,
  columns: [
    { label: "Empfänger", cell: ({ recipient }) => recipient },
    {
      label: "Stand",
      cell: ({ status }) => html`<span class="${stateClass[status]}">${stateLabels[status]}</span>`,
    },
    { label: "Zeit", cell: ({ createdAt, finishedAt }) => shortMomentHtml(visit, finishedAt ?? createdAt) },
  ],
})}`;
}

const stateLabels = {
  waiting: "wartet",
  sent: "verschickt",
  failed: "nicht zustellbar",
  cancelled: "abgebrochen",
} as const;
const stateClass = { waiting: "state", sent: "state good", failed: "state bad", cancelled: "state" } as const;
