import { listClientNames } from "../../../../features/clients/client-names-sql.ts";
import { draftForClients, orderDrafts } from "../../../../features/reporting/drafts/change-drafts.ts";
import { draftLoopName } from "../../../../features/reporting/drafts/issue-drafts.ts";
import { listDrafts } from "../../../../features/reporting/drafts/list-drafts.ts";
import {
  countOrdered,
  type ListedDraft,
  listDraftRows,
  listWaitingPeriods,
} from "../../../../features/reporting/drafts/list-sql.ts";
import { draftsAtOnceMax } from "../../../../features/reporting/drafts/sql.ts";
import { exportFormats } from "../../../../features/reporting/exports/file-name.ts";
import { reportMailsPerDayMax } from "../../../../features/reporting/mails/send-report.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { pickManyField } from "../../forms/choice-fields.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { hiddenField } from "../../forms/text-fields.ts";
import { confirmHtml } from "../../parts/confirm.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { lookAgainScript } from "../../parts/look-again-script.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import { requireClient } from "../../visit.ts";
import { draftPath, draftsPath, newDraftsPath, reportPath, reportsPath } from "./paths.ts";
import {
  chosenComparison,
  chosenPeriod,
  periodFields,
  periodLabel,
  periodOptions,
  periodStart,
} from "./period-fields.ts";

const rowsMax = 50;
/** As the column takes them. */
const periodCharactersMax = 30;
const trail = [{ label: "Berichte", href: reportsPath }];

const otherFormats = exportFormats.filter((format) => format !== "pdf");
const fields = {
  ...periodFields,
  clients: pickManyField({ label: "Kunden", entriesMax: draftsAtOnceMax }),
  files: pickManyField({ label: "Dateien neben dem PDF", entriesMax: otherFormats.length }),
};

const listDraftsPage = definePage({
  path: draftsPath,
  action: "reports.read",
  scripts: [lookAgainScript],
  handle: showList,
});

const newPage = definePage({
  path: newDraftsPath,
  action: "reports.create",
  handle: async (context) => showNew(context, filledForm(periodStart(context.visit, context.query))),
});

/** One act for a whole month: a draft for each client, to be looked through. */
const newForm = defineForm({
  path: newDraftsPath,
  action: "reports.create",
  fields,
  async handle(context) {
    const { visit, values, deps } = context;
    const clientIds = values.clients.map(Number).filter(Number.isSafeInteger);
    for (const id of clientIds) requireClient(visit, id);
    const drafts = await draftForClients(
      deps.sql,
      visit.agencyId,
      {
        ...{ clientIds, period: chosenPeriod(values), comparison: chosenComparison(values.comparison) },
        formats: ["pdf", ...otherFormats.filter((format) => values.files.includes(format))],
      },
      visit.actor,
    );
    const notice =
      drafts === 0
        ? "Für diese Kunden und diesen Zeitraum liegen schon Entwürfe bereit, oder sie sind ausgestellt."
        : `${drafts === 1 ? "Ein Entwurf liegt" : `${drafts} Entwürfe liegen`} bereit. Noch ist nichts ausgestellt oder verschickt.`;
    return { location: draftsPath, notice };
  },
  show: showNew,
});

const orderForm = defineForm({
  path: `${draftsPath}/ausstellen`,
  action: "reports.send",
  fields: {
    period: hiddenField({ charactersMax: periodCharactersMax }),
    newestId: hiddenField({ charactersMax: 36 }),
  },
  async handle({ visit, values, deps }) {
    const { agencyId, clientIds } = visit;
    const newestId = uuidInPath(values.newestId);
    const waiting = await listDraftRows(deps.sql, agencyId, {
      ...{ clientIds, period: values.period, isWaiting: true, isArchived: false },
      ...{ before: null, limit: draftsAtOnceMax },
    });
    // What a schedule or a colleague has made since the page was shown, nobody has looked through.
    const shown = waiting.filter(({ id }) => id <= newestId);
    const draftIds = shown.map(({ id }) => id);
    const newer = waiting.length - draftIds.length;
    const input = { draftIds, replyTo: visit.signedIn.email };
    const drafts = await orderDrafts(deps.sql, agencyId, input, visit.actor);
    deps.wake(draftLoopName);
    const left = draftIds.length - drafts;
    // The bound of a day's mails holds none of these back.
    const silent = shown.filter(({ recipients }) => recipients.length === 0).length;
    return {
      location: draftsPath,
      notice: `${drafts === 1 ? "Ein Bericht wird" : `${drafts} Berichte werden`} jetzt ausgestellt${sendingText(drafts, silent)}${
        left > 0
          ? ` ${left === 1 ? "Einer bleibt" : `${left} bleiben`} Entwurf: Von Hand gehen an einem Tag höchstens ${reportMailsPerDayMax} Nachrichten hinaus.`
          : ""
      }${newer > 0 ? ` ${newer === 1 ? "Ein Entwurf ist" : `${newer} Entwürfe sind`} neu, seit Sie die Liste geöffnet haben, und ${newer === 1 ? "wartet" : "warten"} noch.` : ""}`,
    };
  },
  show: showList,
});

export const draftListDefinitions = [newPage, newForm, listDraftsPage, orderForm];

/** The end of the sentence that some are issued: what becomes of those that have no readers. */
function sendingText(drafts: number, silent: number): string {
  if (silent === 0)
    return ` und, wenn ${drafts === 1 ? "er" : "sie"} Zahlen ${drafts === 1 ? "hat" : "haben"}, verschickt.`;
  if (drafts === 1) return ". Er hat keinen Empfänger und wird nicht verschickt.";
  if (silent === 1) return ". Einer davon hat keinen Empfänger und wird nicht verschickt.";
  return `. ${silent === drafts ? "Sie" : `${silent} davon`} haben keinen Empfänger und werden nicht verschickt.`;
}

async function showList(context: Context): Promise<PageContent> {
  const { visit, query, deps } = context;
  const { agencyId, clientIds } = visit;
  const page = { clientIds, limit: rowsMax, cursor: cursorOf(query) };
  const [{ drafts, nextCursor }, ordered, waiting] = await Promise.all([
    listDrafts(deps.sql, agencyId, page),
    countOrdered(deps.sql, agencyId, visit),
    visit.may("reports.send") ? listWaitingPeriods(deps.sql, agencyId, visit) : [],
  ]);
  const link = { label: "Berichte für mehrere Kunden", href: newDraftsPath };
  return {
    title: "Entwürfe von Berichten",
    lead: "Sie werden durchgesehen, kommentiert und dann ausgestellt. Bis dahin ändern sich ihre Zahlen noch.",
    trail,
    tools: visit.may("reports.create")
      ? html`<a class="button" href="${link.href}">${link.label}</a>`
      : html``,
    main: html`${ordered > 0 && html`<p class="notice" role="status" data-running>${ordered === 1 ? "Ein Bericht wird" : `${ordered} Berichte werden`} noch ausgestellt. <a href="${draftsPath}">Aktualisieren</a></p>`}
${
  drafts.length === 0
    ? emptyHtml({
        title: "Kein Entwurf wartet",
        text: "Ein Zeitplan legt sie hier ab, oder Sie legen sie für mehrere Kunden auf einmal an.",
        ...(visit.may("reports.create") ? { link } : {}),
      })
    : tableHtml({ caption: "Entwürfe", rows: drafts, columns })
}
${waiting.map(({ period, drafts: count, newestId }) =>
  confirmHtml({
    visit,
    action: `${draftsPath}/ausstellen`,
    label: `${periodLabel(period)}: ${count === 1 ? "den einen Entwurf" : `alle ${count} Entwürfe`} ausstellen und senden …`,
    question:
      "Jeder wird ein Bericht, der sich nie mehr ändert, und geht an seine Empfänger. Ein Entwurf ohne Empfänger oder ohne Zahlen wird nur ausgestellt.",
    confirm: "Ja, ausstellen und senden",
    values: { period, newestId },
  }),
)}
${pagerHtml({ path: draftsPath, query, nextCursor })}`,
  };
}

const columns = [
  {
    label: "Worüber",
    cell: ({ id, reportId, title, period }: ListedDraft) =>
      html`<a href="${reportId === null ? draftPath(id) : reportPath(reportId)}">${title ?? "gelöscht"}</a><span class="facts">${periodLabel(period)}</span>`,
  },
  {
    label: "Empfänger",
    cell: ({ recipients }: ListedDraft) => (recipients.length === 0 ? "niemand" : recipients.join(", ")),
  },
  { label: "Stand", cell: stateHtml },
];

function stateHtml({ reportId, isOrdered, isArchived, error, recipients, mails }: ListedDraft): Html {
  // A report full of zeros is not mailed by itself. Once somebody has sent it by hand, this warning goes.
  if (reportId !== null && error !== null && mails.all === 0)
    return html`<span class="state bad">nur Nullen, nicht verschickt</span> <a href="${`${reportPath(reportId)}/senden`}">Ansehen und senden</a>`;
  if (reportId !== null && mails.failed > 0)
    return html`<span class="state bad">ausgestellt, ${mails.failed === 1 ? "eine Nachricht" : `${mails.failed} Nachrichten`} nicht zustellbar</span> <a href="${`${reportPath(reportId)}/senden`}">Ansehen</a>`;
  // Its reader left, or has another address: what was meant for them reached nobody.
  if (reportId !== null && mails.cancelled > 0)
    return html`<span class="state bad">ausgestellt, ${mails.cancelled === 1 ? "eine Nachricht" : `${mails.cancelled} Nachrichten`} abgebrochen</span> <a href="${`${reportPath(reportId)}/senden`}">Ansehen und senden</a>`;
  if (reportId !== null && recipients.length === 0) return html`<span class="state good">ausgestellt</span>`;
  if (reportId !== null)
    return html`<span class="state good">${mails.waiting > 0 ? "ausgestellt, unterwegs" : "ausgestellt und verschickt"}</span>`;
  if (isOrdered) return html`<span class="state">wird ausgestellt</span>`;
  if (isArchived) return html`<span class="state">Kunde archiviert, nur einzeln auszustellen</span>`;
  return error === null
    ? html`<span class="state">zum Durchsehen</span>`
    : html`<span class="state bad">nicht gelungen, bitte noch einmal</span>`;
}

async function showNew(context: Context, state: FormState): Promise<PageContent> {
  const { visit, deps } = context;
  const named = await listClientNames(deps.sql, visit.agencyId, visit);
  const clients = named.filter(({ isActive }) => isActive);
  const all = clients.slice(0, draftsAtOnceMax).map(({ id }) => String(id));
  const typed = { ...state.typed, clients: state.typed.clients ?? all };
  return {
    title: "Berichte für mehrere Kunden",
    lead: `Für jeden Kunden entsteht ein Entwurf an seine Kontakte. Sie sehen jeden durch, bevor er hinausgeht.${
      clients.length > draftsAtOnceMax
        ? ` Auf einmal gehen ${draftsAtOnceMax}; die übrigen wählen Sie danach.`
        : ""
    }`,
    trail: [...trail, { label: "Entwürfe", href: draftsPath }],
    main: formHtml({
      visit,
      action: newDraftsPath,
      fields,
      state: { ...state, typed },
      options: {
        // Not those that count from the publication of a single release.
        period: periodOptions(visit).filter(({ value }) => !/^(first|since)-/.test(value)),
        clients: clients.map(({ id, name }) => ({ value: String(id), label: name })),
        files: otherFormats.map((format) => ({ value: format, label: format.toUpperCase() })),
      },
      submit: "Entwürfe anlegen",
      beside: html`<a href="${reportsPath}">Abbrechen</a>`,
    }),
  };
}
