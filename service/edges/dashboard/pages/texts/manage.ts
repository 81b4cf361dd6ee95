import { listClientNames } from "../../../../features/clients/client-names-sql.ts";
import { deleteDraft, deletionConflict } from "../../../../features/workflow/drafts/delete-draft.ts";
import { listApprovedVersions } from "../../../../features/workflow/drafts/delete-sql.ts";
import { duplicateDraft } from "../../../../features/workflow/drafts/duplicate-draft.ts";
import { draftOf } from "../../../../features/workflow/drafts/find-draft.ts";
import { canMove, moveDraft } from "../../../../features/workflow/drafts/move-draft.ts";
import type { DraftRow } from "../../../../features/workflow/drafts/sql.ts";
import { quoted } from "../../../../floor/strings/quoted.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { positiveIntegerIn } from "../../../../schema.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { pickField } from "../../forms/choice-fields.ts";
import { unmarked } from "../../forms/fields.ts";
import { emptyForm, type FormState, withTyped } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { seenVersionField } from "../../forms/seen-stamp.ts";
import { optionalTextField } from "../../forms/text-fields.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { requireClient } from "../../visit.ts";
import { draftTabs } from "./draft-tabs.ts";
import { draftContext } from "./known-draft.ts";
import { managePath, textPath, textsPath } from "./paths.ts";

type ManageContext = Context<{ draftId: string }>;

const path = `${textsPath}/:draftId/verwalten` as const;
/** What has to be typed before an approved text goes. */
const deletionWord = "löschen";

const moveFields = {
  expectedVersion: seenVersionField,
  clientId: pickField({ label: "Kunde", emptyLabel: "Bitte wählen" }),
};
const deleteFields = {
  expectedVersion: seenVersionField,
  confirmation: unmarked(
    optionalTextField({ label: `Zur Bestätigung: Tippen Sie „${deletionWord}“`, charactersMax: 20 }),
  ),
};

const newerVersion =
  "Inzwischen gibt es eine neuere Fassung dieses Textes. Bitte sehen Sie sie sich zuerst an; senden Sie noch einmal, dann gilt es auch für sie.";

const managePage = definePage({
  path,
  action: "drafts.read",
  handle: (context) => showManage(context, {}),
});

const duplicateForm = defineForm({
  path: `${path}/duplizieren`,
  action: "drafts.write",
  fields: {},
  async handle(context) {
    const { visit, deps, idempotencyKey } = context;
    const { id: draftId } = await draftOfPath(context);
    const input = { draftId, idempotencyKey };
    const copy = await duplicateDraft(deps.sql, visit.agencyId, input, draftContext(context));
    return { location: textPath(copy.id), notice: "Das ist die Kopie, ein neuer Entwurf." };
  },
  show: (context, state) => showManage(context, { duplicate: state }),
  reasons: {
    validation_error: "Der Kunde ist archiviert. Neue Texte bekommt er erst wieder, wenn er aktiv ist.",
  },
});

const moveForm = defineForm({
  path: `${path}/verschieben`,
  action: "drafts.write",
  fields: moveFields,
  async handle(context) {
    const { visit, deps, values } = context;
    const { id: draftId } = await draftOfPath(context);
    const clientId = positiveIntegerIn(values.clientId) ?? 0;
    requireClient(visit, clientId);
    const { expectedVersion } = values;
    const moved = await moveDraft(
      deps.sql,
      visit.agencyId,
      { draftId, clientId, expectedVersion },
      visit.actor,
    );
    const left = moved.leftBehind
      ? " Bilder, Dateien und das Original gehören zum bisherigen Kunden und sind nicht mitgekommen."
      : "";
    return { location: textPath(draftId), notice: `Der Text gehört jetzt zu ${moved.clientName}.${left}` };
  },
  show: (context, state) => showManage(context, { move: state }),
  reasons: { not_found: "Bitte wählen Sie einen Kunden aus der Liste.", version_conflict: newerVersion },
});

const deleteForm = defineForm({
  path: `${path}/loeschen`,
  action: "drafts.write",
  fields: deleteFields,
  async handle(context) {
    const { visit, deps, values } = context;
    const { id: draftId } = await draftOfPath(context);
    const isConfirmed = values.confirmation?.toLocaleLowerCase("de") === deletionWord;
    const input = { draftId, isConfirmed, expectedVersion: values.expectedVersion };
    const { title } = await deleteDraft(deps.sql, visit.agencyId, input, visit.actor);
    return { location: textsPath, notice: `${quoted(title)} ist gelöscht.` };
  },
  show: (context, state) => showManage(context, { remove: state }),
  reasons: {
    version_conflict: newerVersion,
    confirmation_required: `Eine Fassung war freigegeben. Tippen Sie „${deletionWord}“ in das Feld.`,
  },
});

export const manageDefinitions = [managePage, duplicateForm, moveForm, deleteForm];

async function draftOfPath({ visit, params, deps }: ManageContext): Promise<DraftRow> {
  const draft = await draftOf(deps.sql, visit.agencyId, uuidInPath(params.draftId));
  requireClient(visit, draft.clientId);
  return draft;
}

type Refused = { duplicate?: FormState; move?: FormState; remove?: FormState };

async function showManage(context: ManageContext, refused: Refused): Promise<PageContent> {
  const { visit } = context;
  const draft = await draftOfPath(context);
  const action = managePath(draft.id);
  const page = { title: draft.content.title, trail: [{ label: "Meldungen", href: textsPath }] };
  if (!visit.may("drafts.write"))
    return { ...page, main: html`${draftTabs(draft.id, action)}<p>Ihre Rolle erlaubt das Lesen.</p>` };
  // Whoever was told of the newer version decides about that one.
  const stateOf = (state: FormState | undefined) =>
    state === undefined || state.message === newerVersion
      ? withTyped(state ?? emptyForm, { expectedVersion: draft.version })
      : state;
  const [moving, removing] = await Promise.all([
    moveHtml(context, draft, stateOf(refused.move)),
    removeHtml(context, draft, stateOf(refused.remove)),
  ]);
  return {
    ...page,
    main: html`${draftTabs(draft.id, action)}
<section aria-labelledby="duplizieren"><h2 id="duplizieren">Duplizieren</h2>
<p>Ein neuer Entwurf desselben Kunden mit Text, Themen und Bildern. Sperrfrist, Adresse und Suchmaschinentexte bleiben hier.</p>
${refused.duplicate?.message !== undefined && html`<div class="summary" role="alert"><p>${refused.duplicate.message}</p></div>`}
${buttonFormHtml({ visit, action: `${action}/duplizieren`, label: "Duplizieren" })}</section>
<section class="after" aria-labelledby="verschieben"><h2 id="verschieben">Zu einem anderen Kunden verschieben</h2>${moving}</section>
<section class="after" aria-labelledby="loeschen"><h2 id="loeschen">Löschen</h2>${removing}</section>`,
  };
}

async function moveHtml({ visit, deps }: ManageContext, draft: DraftRow, state: FormState): Promise<Html> {
  if (!(await canMove(deps.sql, visit.agencyId, draft)))
    return html`<p>Um die Freigabe wurde schon gebeten, der Text bleibt deshalb bei seinem Kunden. Für einen anderen Kunden duplizieren Sie ihn und verschieben die Kopie.</p>`;
  const clients = await listClientNames(deps.sql, visit.agencyId, visit);
  const others = clients.filter(({ id, isActive }) => isActive && id !== draft.clientId);
  if (others.length === 0) return html`<p>Es gibt keinen anderen Kunden.</p>`;
  return html`<p>Bilder, Dateien und das Original einer Übersetzung gehören zum Kunden und kommen nicht mit.</p>
${formHtml({
  visit,
  action: `${managePath(draft.id)}/verschieben`,
  fields: moveFields,
  state,
  submit: "Verschieben",
  options: { clientId: others.map(({ id, name }) => ({ value: String(id), label: name })) },
  prefix: "move",
})}`;
}

async function removeHtml({ visit, deps }: ManageContext, draft: DraftRow, state: FormState): Promise<Html> {
  const conflict = deletionConflict(draft);
  if (conflict !== null) return html`<p>${conflict.german}</p>`;
  const action = `${managePath(draft.id)}/loeschen`;
  const approved = await listApprovedVersions(deps.sql, visit.agencyId, draft.id);
  if (approved.length === 0)
    return confirmHtml({
      visit,
      action,
      label: "Text löschen …",
      question: "Der Text wird mit allen Fassungen gelöscht und lässt sich nicht zurückholen.",
      confirm: "Ja, löschen",
      values: { expectedVersion: state.typed.expectedVersion?.[0] ?? "" },
    });
  return html`<p>Eine Fassung dieses Textes war freigegeben. Mit dem Text gehen alle Fassungen und Freigaben; im Protokoll bleibt, was freigegeben war.</p>
${formHtml({ visit, action, fields: deleteFields, state, submit: "Text löschen", prefix: "delete", isDangerous: true })}`;
}
