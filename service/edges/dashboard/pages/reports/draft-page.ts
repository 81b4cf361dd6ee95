import { ServiceError } from "../../../../errors.ts";
import { dropDraft, orderDrafts, saveDraft } from "../../../../features/reporting/drafts/change-drafts.ts";
import { draftLoopName } from "../../../../features/reporting/drafts/issue-drafts.ts";
import { type ListedDraft, listDraftRows } from "../../../../features/reporting/drafts/list-sql.ts";
import { wordingOf } from "../../../../features/reporting/exports/wording/wording.ts";
import { renderSections } from "../../../../features/reporting/links/page/second-layout.ts";
import { areOnlyZeros } from "../../../../features/reporting/mails/sql.ts";
import { reportCommentCharactersMax } from "../../../../features/reporting/reports/comment.ts";
import { readPeriod, readReportFigures } from "../../../../features/reporting/reports/read-report-figures.ts";
import { scheduleOf } from "../../../../features/reporting/schedules/created-by.ts";
import { html } from "../../../../floor/web/html.ts";
import { stampOf } from "../../../../floor/web/seen-stamp.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import type { ValuesOf } from "../../forms/fields.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { formAction, formHtml } from "../../forms/render-form.ts";
import { changedSince, seenStampField } from "../../forms/seen-stamp.ts";
import { optionalAreaField } from "../../forms/text-fields.ts";
import { confirmHtml } from "../../parts/confirm.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { lostHitsHtml } from "../figures/figure-tables.ts";
import { draftPath, draftsPath, reportPath, reportsPath } from "./paths.ts";
import { periodLabel } from "./period-fields.ts";
import { chosenReaders, readerFields, readerOptions, shownReaders } from "./reader-fields.ts";

const path = `${draftsPath}/:draftId` as const;
type DraftContext = Context<{ draftId: string }>;

const fields = {
  comment: optionalAreaField({
    label: "Kommentar der Agentur",
    hint: "Ihre Einordnung steht auf der ersten Seite. Formatieren Sie mit Markdown: **fett**, - Liste, [Text](Adresse).",
    charactersMax: reportCommentCharactersMax,
    rows: 8,
  }),
  ...readerFields,
  seenStamp: seenStampField,
};

const conflict = changedSince("den Entwurf");
const reasons = { version_conflict: conflict };

const page = definePage({ path, action: "reports.read", handle: (context) => show(context, null) });

const saveForm = defineForm({
  path,
  action: "reports.create",
  fields,
  async handle(context) {
    await save(context);
    return { location: draftPath(context.params.draftId), notice: "Der Entwurf ist gespeichert." };
  },
  show,
  reasons,
});

const issueForm = defineForm({
  path: `${path}/ausstellen`,
  action: "reports.send",
  fields,
  async handle(context) {
    const { visit, values, deps } = context;
    const { id, title } = await save(context);
    const input = { draftIds: [id], replyTo: visit.signedIn.email };
    await orderDrafts(deps.sql, visit.agencyId, input, visit.actor);
    deps.wake(draftLoopName);
    const sending =
      chosenReaders(values).length > 0
        ? " und, wenn er Zahlen hat, verschickt."
        : ". Er hat keinen Empfänger: Verschicken können Sie ihn danach auf seiner Seite unter „Versenden“.";
    return { location: draftsPath, notice: `Der Bericht für ${title} wird ausgestellt${sending}` };
  },
  show,
  reasons,
});

const dropForm = defineForm({
  path: `${path}/verwerfen`,
  action: "reports.create",
  fields: {},
  async handle(context) {
    const { id } = await knownDraft(context);
    await dropDraft(context.deps.sql, context.visit.agencyId, id, context.visit.actor);
    return { location: draftsPath, notice: "Der Entwurf ist verworfen." };
  },
  show,
});

export const draftPageDefinitions = [page, saveForm, issueForm, dropForm];

async function save(
  context: DraftContext & {
    values: ValuesOf<typeof fields>;
  },
): Promise<ListedDraft> {
  const { visit, values, deps } = context;
  const draft = await knownDraft(context);
  const recipients = chosenReaders(values);
  const { comment, seenStamp } = values;
  const input = { draftId: draft.id, comment, recipients, seenStamp };
  await saveDraft(deps.sql, visit.agencyId, input, visit.actor);
  return draft;
}

/** The draft of the path, where the person may see all that it is about. Throws `not_found`. */
async function knownDraft({ visit, params, deps }: DraftContext): Promise<ListedDraft> {
  const { agencyId, clientIds } = visit;
  const ids = [uuidInPath(params.draftId)];
  const [draft] = await listDraftRows(deps.sql, agencyId, { clientIds, ids, before: null, limit: 1 });
  if (draft === undefined) throw new ServiceError("not_found", "The agency has no such draft.");
  return draft;
}

async function show(context: DraftContext, state: FormState | null): Promise<PageContent> {
  const { visit } = context;
  const draft = await knownDraft(context);
  const frame = {
    title: `${draft.title ?? "Gelöscht"}: ${periodLabel(draft.period)}`,
    trail: [
      { label: "Berichte", href: reportsPath },
      { label: "Entwürfe", href: draftsPath },
    ],
  };
  if (draft.reportId !== null || draft.isOrdered)
    return {
      ...frame,
      main: html`<p>${draft.reportId === null ? "Dieser Bericht wird gerade ausgestellt." : html`Daraus ist ein Bericht geworden: <a href="${reportPath(draft.reportId)}">ansehen</a>`}</p>`,
    };
  const scope = { type: draft.scopeType, id: draft.scopeId };
  const at = draftPath(draft.id);
  const drop =
    visit.may("reports.create") &&
    confirmHtml({
      visit,
      action: `${at}/verwerfen`,
      label: "Entwurf verwerfen …",
      question:
        scheduleOf(draft.createdBy) === null
          ? "Ein Zeitplan, der für diesen Zeitraum noch an der Reihe ist, legt einen neuen Entwurf an oder verschickt den Bericht von selbst. Pausieren Sie ihn vorher, wenn kein Bericht hinausgehen soll."
          : "Der Zeitplan, der ihn angelegt hat, legt für diesen Zeitraum keinen zweiten an. Ein anderer, der noch an der Reihe ist, tut es.",
      confirm: "Ja, verwerfen",
    });
  const figures = await figuresOf(context, draft);
  if (typeof figures === "string")
    return { ...frame, main: html`<p class="notice" role="alert">${figures}</p>${drop}` };
  const words = wordingOf(figures);
  const people = await readerOptions(context, scope);
  const isZero = await areOnlyZeros(context.deps.sql, figures);
  const maySend = visit.may("reports.send");
  const { comment, recipients } = draft;
  const seenStamp = stampOf({ comment, recipients });
  const filled = filledForm({ comment, seenStamp, ...shownReaders(recipients, people) });
  const form = formHtml({
    visit,
    action: `${at}/ausstellen`,
    fields,
    state: state ?? filled,
    options: { people },
    submit: "Ausstellen und senden",
    beside: html`<button formaction="${formAction(visit, at)}">Nur speichern</button>`,
  });
  return {
    ...frame,
    lead: "Noch ein Entwurf: Die Zahlen sind die von jetzt. Erst mit „Ausstellen“ stehen sie fest.",
    main: html`<div class="figures-page">${
      draft.isArchived &&
      html`<p class="notice">Der Kunde ist inzwischen archiviert. Mit den anderen Entwürfen dieses Zeitraums geht dieser nicht hinaus${maySend && "; hier können Sie ihn noch ausstellen und senden"}.</p>`
    }${
      isZero &&
      html`<p class="notice">In diesem Zeitraum gibt es keine Zahlen: keine Aufrufe, keine Interaktionen, keine Clippings und keine Ergebnisse. Nach dem Ausstellen wird der Bericht deshalb nicht von selbst verschickt${maySend && "; senden können Sie ihn dann auf seiner Seite"}.</p>`
    }${
      maySend &&
      html`<section><h2>Kommentar und Empfänger</h2>${form}
${drop}</section>`
    }
${lostHitsHtml(figures.performance.lostHits, words)}
${renderSections(figures, { words, path: null })}</div>`,
  };
}

/** What the draft would say now, or why no report can be made of it: its release was taken back, or what it was about is gone. */
async function figuresOf(
  { visit, deps }: DraftContext,
  { scopeType, scopeId, period, comparison }: ListedDraft,
): Promise<Awaited<ReturnType<typeof readReportFigures>> | string> {
  try {
    return await deps.heavyReads.run(visit.agencyId, () =>
      readReportFigures(deps.longReads, visit.agencyId, {
        scope: { type: scopeType, id: scopeId },
        asked: { period: readPeriod(period) },
        comparison: comparison ?? "none",
        publicUrl: deps.publicUrl,
      }),
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "scope_not_found") return "Worüber dieser Bericht sein sollte, gibt es nicht mehr.";
    if (error.code !== "validation_error") throw error;
    return error.details?.fieldErrors?.period?.[0] ?? "Aus diesem Entwurf kann kein Bericht werden.";
  }
}
