import { ServiceError } from "../../../../errors.ts";
import { type ExportFormat, exportFormats } from "../../../../features/reporting/exports/file-name.ts";
import {
  addSchedule,
  changeSchedule,
  type ScheduleChange,
} from "../../../../features/reporting/schedules/change-schedule.ts";
import { findSchedule, listSchedulePage } from "../../../../features/reporting/schedules/list-schedules.ts";
import {
  clientArchived,
  type ListedSchedule,
  scheduledDays,
} from "../../../../features/reporting/schedules/schema.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { choiceField, pickManyField, radioField } from "../../forms/choice-fields.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { timedIdOfForm } from "../../forms/id-of-form.ts";
import { formAction, formHtml } from "../../forms/render-form.ts";
import { clockField } from "../../forms/value-fields.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import { defineSearch, searchButton, searchField } from "../figures/group-search.ts";
import { reportsPath, schedulesPath } from "./paths.ts";
import { chosenComparison, comparisonField } from "./period-fields.ts";
import { chosenReaders, readerFields, readerOptions } from "./reader-fields.ts";
import { dayLabels, dayOf, rhythmText } from "./schedule-days.ts";
import { chosenScope, scopeField, scopeOf, scopeOptions } from "./scope-field.ts";

const trail = [{ label: "Berichte", href: reportsPath }];
const rowsMax = 20;
const periodLabels = {
  month: "der Vormonat",
  week: "die Vorwoche",
  quarter: "das Quartal davor",
  half_year: "das Halbjahr davor",
  year: "das Jahr davor",
} as const;
const unknownScope = "Das steht Ihnen nicht zur Auswahl. Bitte wählen Sie neu.";

const newPath = `${schedulesPath}/neu` as const;

const fields = {
  q: searchField("Kunden oder Meldung suchen"),
  scope: scopeField,
  period: choiceField({ label: "Zeitraum", labels: periodLabels }),
  comparison: comparisonField,
  day: choiceField({
    label: "Wann",
    hint: "Ist ein Monat kürzer, gilt sein letzter Tag. Werktage sind Montag bis Freitag ohne die bundesweiten Feiertage.",
    labels: dayLabels(),
  }),
  atTime: clockField({ label: "Uhrzeit" }),
  formats: pickManyField({
    label: "Dateien",
    hint: "Alle werden aus demselben Bericht gemacht.",
    entriesMax: exportFormats.length,
  }),
  sending: radioField({
    label: "Versand",
    labels: { drafted: "Erst durchsehen", sent: "Von selbst" },
    notes: {
      drafted: "Ein Entwurf wartet auf „Heute“. Sie schreiben den Kommentar und schicken ihn ab.",
      sent: "Der Bericht geht ohne Kommentar hinaus, sobald er fällig ist.",
    },
  }),
  ...readerFields,
};

const listPage = definePage({
  path: schedulesPath,
  action: "reports.read",
  handle: showList,
});

const newPage = definePage({
  path: newPath,
  action: "schedules.write",
  handle: (context) =>
    showNew(
      context,
      filledForm({
        scope: context.query.get("bereich") ?? "",
        period: "month",
        comparison: "previous_period",
        day: "business-3",
        sending: "drafted",
        atTime: "08:00",
        formats: ["pdf"],
      }),
    ),
});

const newForm = defineForm({
  path: newPath,
  action: "schedules.write",
  fields,
  async handle(context) {
    const { visit, values, deps, idempotencyKey } = context;
    const scope = await chosenScope(context, values.scope);
    if (scope === null) throw new ServiceError("scope_not_found", unknownScope);
    const { atTime, formats } = values;
    await addSchedule(
      deps.sql,
      visit.agencyId,
      {
        id: timedIdOfForm(visit.agencyId, idempotencyKey, values),
        scopeType: scope.type,
        scopeId: scope.id,
        ...dayOf(values.day),
        days: scheduledDays[dayOf(values.day).rhythm],
        period: values.period,
        comparison: chosenComparison(values.comparison),
        isLookedThrough: values.sending === "drafted",
        atTime,
        formats,
        recipients: chosenReaders(values),
      },
      visit.actor,
    );
    return { location: schedulesPath, notice: "Der Zeitplan ist angelegt." };
  },
  show: showNew,
  reasons: { scope_not_found: unknownScope, not_found: unknownScope },
  fieldReasons: {
    formats: "Bitte wählen Sie mindestens eine Datei.",
  },
});

/** Draws the form again with the contacts of what was chosen. Works without a script. */
const contactsForm = defineForm({
  path: `${newPath}/kontakte`,
  action: "schedules.write",
  fields,
  handle: (context) => showNew(context, filledForm(context.values)),
  show: showNew,
});

const searchForm = defineSearch({ path: newPath, action: "schedules.write", fields, show: showNew });

const pauseForm = changeForm("pausieren", "paused", "Der Zeitplan ruht.");
const resumeForm = changeForm("fortsetzen", "resumed", "Der Zeitplan läuft wieder.");
const deleteForm = changeForm("loeschen", "deleted", "Der Zeitplan ist gelöscht. Seine Berichte bleiben.");

export const scheduleDefinitions = [
  listPage,
  newPage,
  newForm,
  contactsForm,
  searchForm,
  pauseForm,
  resumeForm,
  deleteForm,
];

function changeForm(ending: string, change: ScheduleChange, notice: string) {
  return defineForm({
    path: `${schedulesPath}/:scheduleId/${ending}`,
    action: "schedules.write",
    fields: {},
    async handle({ visit, params, deps }) {
      const { agencyId, clientIds } = visit;
      const scheduleId = uuidInPath(params.scheduleId ?? "");
      if ((await findSchedule(deps.sql, agencyId, { id: scheduleId, clientIds })) === null)
        throw new ServiceError("not_found", "The agency has no such schedule.");
      await changeSchedule(deps.sql, agencyId, { scheduleId, change }, visit.actor);
      return { location: schedulesPath, notice };
    },
    show: showList,
  });
}

async function showList(context: Context): Promise<PageContent> {
  const { visit, query, deps } = context;
  const { schedules, nextCursor } = await listSchedulePage(deps.sql, visit.agencyId, {
    clientIds: visit.clientIds,
    limit: rowsMax,
    cursor: cursorOf(query),
  });
  const mayWrite = visit.may("schedules.write");
  const link = { label: "Zeitplan anlegen", href: newPath };
  return {
    title: "Zeitpläne",
    lead: "Berichte, die von selbst entstehen und verschickt werden.",
    trail,
    tools: mayWrite ? html`<a class="button primary" href="${link.href}">${link.label}</a>` : html``,
    main: html`${
      schedules.length === 0
        ? emptyHtml({
            title: "Noch kein Zeitplan",
            text: "Zum Beispiel: jeden Monatsersten ein Bericht an Ihren Kunden.",
            ...(mayWrite ? { link } : {}),
          })
        : tableHtml({ caption: "Zeitpläne", rows: schedules, columns: columnsOf(context, mayWrite) })
    }
${pagerHtml({ path: schedulesPath, query, nextCursor })}`,
  };
}

function columnsOf({ visit }: Context, mayWrite: boolean) {
  return [
    {
      label: "Worüber",
      cell: ({ title, days, period, formats, isLookedThrough }: ListedSchedule) =>
        html`${title ?? "gelöscht"}<span class="facts">${period === null ? `${days} Tage` : periodLabels[period]} · ${isLookedThrough && "wird durchgesehen · "}${formats.map(fileLabel).join(", ")}</span>`,
    },
    { label: "Wann", cell: (schedule: ListedSchedule) => rhythmText(schedule) },
    {
      label: "Empfänger",
      cell: ({ recipients }: ListedSchedule) => (recipients.length === 0 ? "niemand" : recipients.join(", ")),
    },
    {
      label: "Nächstes Mal",
      cell: ({ nextRunAt, lastError }: ListedSchedule) =>
        html`${nextRunAt === null ? html`<span class="state">ruht</span>` : shortMomentHtml(visit, nextRunAt)}${lastError !== null && html`<span class="facts">${lastError === clientArchived ? "Zuletzt ausgelassen: Kunde archiviert" : "Zuletzt fehlgeschlagen"}</span>`}`,
    },
    ...(mayWrite
      ? [
          {
            label: "Ändern",
            isAction: true,
            cell: (schedule: ListedSchedule) => changesHtml(visit, schedule),
          },
        ]
      : []),
  ];
}

function changesHtml(visit: Context["visit"], { id, nextRunAt, title }: ListedSchedule): Html {
  const path = `${schedulesPath}/${id}`;
  const about = title ?? "";
  return html`${
    nextRunAt === null
      ? buttonFormHtml({ visit, action: `${path}/fortsetzen`, label: "Fortsetzen", about })
      : buttonFormHtml({ visit, action: `${path}/pausieren`, label: "Pausieren", about })
  }
${confirmHtml({
  visit,
  action: `${path}/loeschen`,
  label: "Löschen …",
  question: "Es entstehen dann keine weiteren Berichte. Die bisherigen bleiben.",
  confirm: "Ja, löschen",
})}`;
}

function fileLabel(format: ExportFormat): string {
  return format.toUpperCase();
}

async function showNew(context: Context, state: FormState): Promise<PageContent> {
  return {
    title: "Neuer Zeitplan",
    trail: [...trail, { label: "Zeitpläne", href: schedulesPath }],
    main: formHtml({
      visit: context.visit,
      action: newPath,
      fields,
      state,
      options: {
        q: searchButton(context.visit, newPath),
        scope: await scopeOptions(context, state),
        people: await readerOptions(context, scopeOf(state.typed.scope?.[0] ?? "")),
        formats: exportFormats.map((value) => ({ value, label: fileLabel(value) })),
      },
      submit: "Anlegen",
      beside: html`<button formaction="${formAction(context.visit, `${newPath}/kontakte`)}">Kontakte dazu anzeigen</button><a href="${schedulesPath}">Abbrechen</a>`,
    }),
  };
}
