import { ServiceError } from "../../../../errors.ts";
// oxlint-disable-next-line pr-service/no-writing-sql -- noted in the report's transaction, which only `alongside` knows.
import { insertAudit } from "../../../../features/audit/sql.ts";
import { textHtml } from "../../../../features/newsroom/links.ts";
import {
  cleanReportComment,
  reportCommentCharactersMax,
} from "../../../../features/reporting/reports/comment.ts";
import { createPublicationReport } from "../../../../features/reporting/reports/create-publication-report.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { readText } from "../../../../press-text/markdown/read-text.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { formAction, formHtml } from "../../forms/render-form.ts";
import { optionalAreaField } from "../../forms/text-fields.ts";
import { defineSearch, searchButton, searchField } from "../figures/group-search.ts";
import { newReportPath, reportPath, reportsPath } from "./paths.ts";
import { chosenPeriod, periodFields, periodOptions, periodStart } from "./period-fields.ts";
import { chosenScope, scopeField, scopeOptions } from "./scope-field.ts";

const fields = {
  q: searchField("Kunden oder Meldung suchen"),
  scope: scopeField,
  ...periodFields,
  comment: optionalAreaField({
    label: "Kommentar der Agentur",
    hint: "Ihre Einordnung steht auf der ersten Seite und wird mit den Zahlen festgehalten. Formatieren Sie mit Markdown: **fett**, - Liste, [Text](Adresse).",
    charactersMax: reportCommentCharactersMax,
    rows: 10,
  }),
};
const previewPath = `${newReportPath}/vorschau` as const;
const unknownScope = "Das steht Ihnen nicht zur Auswahl. Bitte wählen Sie neu.";

const newPage = definePage({
  path: newReportPath,
  action: "reports.create",
  handle: (context) => {
    const { visit, query } = context;
    const start = { scope: query.get("bereich") ?? "", comment: "", ...periodStart(visit, query) };
    return show(context, filledForm(start));
  },
});

const createForm = defineForm({
  path: newReportPath,
  action: "reports.create",
  fields,
  async handle(context) {
    const { visit, values, deps, idempotencyKey } = context;
    const { agencyId, actor, requestId } = visit;
    const scope = await chosenScope(context, values.scope);
    if (scope === null) throw new ServiceError("scope_not_found", unknownScope);
    const report = await deps.heavyReads.run(agencyId, () =>
      createPublicationReport(deps.sql, agencyId, {
        seal: deps.seal,
        scopeType: scope.type,
        scopeId: scope.id,
        period: chosenPeriod(values),
        comparison: values.comparison,
        createdBy: `${actor.type}:${actor.id}`,
        ...(values.comment === null ? {} : { comment: values.comment }),
        publicUrl: deps.publicUrl,
        readPictures: deps.readPictures,
        idempotencyKey,
        freshReads: deps.freshReads,
        alongside: (transaction, { id, integrity }) =>
          insertAudit(transaction, agencyId, {
            actor,
            action: "report.created",
            subject: { type: "report", id },
            details: { scopeType: scope.type, scopeId: scope.id, contentHash: integrity.contentHash },
            requestId,
          }),
      }),
    );
    return {
      location: reportPath(report.id),
      notice: "Der Bericht ist erstellt und steht unveränderlich fest.",
    };
  },
  show,
  reasons: { scope_not_found: unknownScope, not_found: unknownScope },
});

/** Shows the comment as readers will see it; the form stays as it is. Works without a script. */
const previewForm = defineForm({
  path: previewPath,
  action: "reports.create",
  fields,
  async handle(context) {
    const { values } = context;
    const text = cleanReportComment(values.comment ?? undefined);
    const content = await show(context, filledForm(values));
    return { ...content, main: html`${previewHtml(text)}${content.main}` };
  },
  show,
});

const searchForm = defineSearch({ path: newReportPath, action: "reports.create", fields, show });

export const reportCreateDefinitions = [newPage, createForm, previewForm, searchForm];

function previewHtml(comment: string | undefined): Html {
  if (comment === undefined)
    return html`<p class="notice" role="status">Der Bericht hat keinen Kommentar.</p>`;
  return html`<section class="comment-preview" aria-labelledby="vorschau" role="status"><h2 id="vorschau">So steht der Kommentar im Bericht</h2>
<div class="text">${textHtml(readText(comment), ({ url }) => url)}</div></section>`;
}

async function show(context: Context, state: FormState): Promise<PageContent> {
  const { visit } = context;
  return {
    title: "Neuer Bericht",
    trail: [{ label: "Berichte", href: reportsPath }],
    main: formHtml({
      visit,
      action: newReportPath,
      fields,
      state,
      options: {
        q: searchButton(visit, newReportPath),
        scope: await scopeOptions(context, state),
        period: periodOptions(visit),
      },
      submit: "Bericht erstellen",
      beside: html`<button formaction="${formAction(visit, previewPath)}">Kommentar ansehen</button><a href="${reportsPath}">Abbrechen</a>`,
    }),
  };
}
