import { ServiceError } from "../../../../errors.ts";
import { listClientNames } from "../../../../features/clients/client-names-sql.ts";
import { createDraft } from "../../../../features/workflow/drafts/create-draft.ts";
import { findDraft, findDraftByKey } from "../../../../features/workflow/drafts/sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { idempotencyKeyName } from "../../forms/read-form.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { languageOptions } from "../../parts/languages.ts";
import { numberInPath } from "../../parts/path-id.ts";
import { knownClient, type ShownClient } from "../clients/client-frame.ts";
import { baseOf } from "./conflict-page.ts";
import { editorBytesMax, textFields, textReasons } from "./editor-fields.ts";
import { editorHtml, editorScripts } from "./editor-page.ts";
import {
  changedNames,
  changeOf,
  type EditorTexts,
  holdsChanges,
  textsOfContent,
  textsOfTyped,
  textsOfValues,
} from "./editor-texts.ts";
import { importDefinition, importHtml, importScript } from "./import.ts";
import { draftContext, namingFields } from "./known-draft.ts";
import { afterSaving, newTextPath, textsPath } from "./paths.ts";
import { defineUnsaved, dropUnsaved, unsavedOf } from "./unsaved.ts";

const trail = [{ label: "Meldungen", href: textsPath }];

/** Which client first: its persona and its newsroom go with the text. */
const choicePage = definePage({
  path: newTextPath,
  action: "drafts.write",
  scripts: [importScript],
  async handle({ visit, deps, query }) {
    const chosen = query.get("kunde");
    const clients = (await listClientNames(deps.sql, visit.agencyId, visit)).filter(
      ({ isActive }) => isActive,
    );
    const client = clients.find(({ id }) => String(id) === chosen);
    if (client !== undefined) return toEditor(client.id, query.get("sprache") ?? "de");
    const [first] = clients;
    if (first === undefined)
      return {
        title: "Neue Meldung",
        trail,
        main: emptyHtml({
          title: "Noch kein Kunde",
          text: "Jede Meldung gehört zu einem Kunden und erscheint in seinem Newsroom.",
          ...(visit.may("clients.create") && { link: { label: "Kunden anlegen", href: "/app/kunden/neu" } }),
        }),
      };
    return {
      title: "Neue Meldung",
      trail,
      main: html`<form class="form" action="${newTextPath}">
<div class="field"><label for="kunde">Für welchen Kunden?</label><select id="kunde" name="kunde">${clients.map(
        ({ id, name }) => html`<option value="${id}">${name}</option>`,
      )}</select></div>
<div class="field"><label for="sprache">Sprache</label><select id="sprache" name="sprache">${languageOptions().map(
        ({ value, label }) => html`<option value="${value}">${label}</option>`,
      )}</select></div>
<p class="buttons"><button class="primary">Weiter</button><a href="${textsPath}">Abbrechen</a></p>
</form>
${importHtml({ visit, query }, first.id, "kunde")}`,
    };
  },
});

const newPage = definePage({
  path: `${newTextPath}/:clientId`,
  action: "drafts.write",
  scripts: [...editorScripts, importScript],
  async handle(context) {
    return await showUnsaved(context);
  },
});

const newForm = defineForm({
  path: `${newTextPath}/:clientId`,
  action: "drafts.write",
  scripts: [...editorScripts, importScript],
  fields: textFields,
  bodyBytesMax: editorBytesMax,
  async handle(context) {
    const { visit, values, deps, idempotencyKey } = context;
    const { id: clientId } = await activeClientOf(context);
    const texts = textsOfValues(values);
    const details = changeOf(texts, filledNames(texts), visit.timeZone);
    const { title, bodyMarkdown } = values;
    const { title: _title, bodyMarkdown: _body, embargoUntil, slug: _slug, ...given } = details;
    const creation = createDraft(
      deps.sql,
      visit.agencyId,
      {
        clientId,
        title,
        bodyMarkdown,
        idempotencyKey,
        ...given,
        ...(typeof embargoUntil === "string" && { embargoUntil }),
      },
      draftContext(context),
    );
    const draft = await namingFields(creation);
    await dropUnsaved(context, { clientId });
    return { location: afterSaving(draft.id, context.query), notice: "Der Entwurf ist gespeichert." };
  },
  show: (context, state) => showNew(context, state),
  reasons: {
    idempotency_conflict:
      "Aus diesem Formular ist schon ein Entwurf entstanden; er steht unter „Meldungen“. Wenn Sie noch einmal senden, entsteht ein zweiter.",
  },
  fieldReasons: textReasons,
});

const importForm = importDefinition({
  clientOf: activeClientOf,
  show: showUnsaved,
  scripts: [...editorScripts, importScript],
});

const unsavedDefinitions = defineUnsaved({
  path: `${newTextPath}/:clientId`,
  action: "drafts.write",
  async find(context) {
    const { id: clientId } = await activeClientOf(context);
    return { ...writtenText(context, clientId), location: `${newTextPath}/${clientId}` };
  },
});

export const newTextDefinitions = [choicePage, newPage, newForm, importForm, ...unsavedDefinitions];

/** What a link to this page chose already. */
function givenBy(query: URLSearchParams): FormState {
  return filledForm({ language: query.get("sprache") ?? "de", translationOf: query.get("original") ?? "" });
}

/**
 * What unsaved texts of this page are compared with: the choices of its link, as nothing is stored yet. `isSaved` tells whether the draft
 * that was made of the same form, found by the form's key, holds what was typed.
 */
function writtenText(context: Context, clientId: number) {
  const base = textsOfTyped(givenBy(context.query).typed);
  const isSaved = async (typed: FormState["typed"]) => {
    const made = await draftMadeOf(context, typed);
    if (made === null) return false;
    const mine = textsOfTyped(typed);
    // The first version is what was sent; what was typed behind that may stand in the newest.
    const versions = [await baseOf(context, made, 1), textsOfContent(made.content, context.visit.timeZone)];
    return versions.some((stored) => stored !== null && holdsChanges({ base, stored, mine }));
  };
  return { of: { clientId }, stored: base, isSaved };
}

async function draftMadeOf({ visit, deps }: Context, typed: FormState["typed"]) {
  const key = typed[idempotencyKeyName]?.[0];
  const found = key === undefined ? null : await findDraftByKey(deps.sql, visit.agencyId, key);
  return found === null ? null : await findDraft(deps.sql, visit.agencyId, found.id);
}

/** The page with what the person has typed there and not saved. */
async function showUnsaved(context: Context<{ clientId: string }>, above?: Html): Promise<PageContent> {
  const client = await activeClientOf(context);
  const given = givenBy(context.query);
  const unsaved = await unsavedOf(context, {
    ...writtenText(context, client.id),
    action: `${newTextPath}/${client.id}`,
  });
  if (unsaved === null) return await showNew(context, given, above);
  return await showNew(context, unsaved.state, html`${above}${unsaved.notice}`);
}

async function showNew(
  context: Context<{ clientId: string }>,
  state: FormState,
  above?: Html,
): Promise<PageContent> {
  const client = await activeClientOf(context);
  return {
    title: "Neue Meldung",
    lead: `Für ${client.name}`,
    trail,
    hasFrames: true,
    main: html`${importHtml(context, client.id)}
${await editorHtml(context, {
  clientId: client.id,
  action: `${newTextPath}/${client.id}`,
  fields: textFields,
  state,
  hasNote: false,
  submit: "Entwurf speichern",
  cancelPath: textsPath,
  ...(above !== undefined && { above }),
})}`,
  };
}

/** The client of the path, for which somebody writes. Throws `not_found` for one that is archived, or that the person may not see. */
export async function activeClientOf(context: Context<{ clientId: string }>): Promise<ShownClient> {
  const client = await knownClient(context, numberInPath(context.params.clientId));
  if (client.status !== "active") throw new ServiceError("not_found", "There is no such client.");
  return client;
}

function toEditor(clientId: number, language: string): Response {
  const location = `${newTextPath}/${clientId}?sprache=${encodeURIComponent(language)}`;
  return new Response(null, { status: 303, headers: { location } });
}

function filledNames(texts: EditorTexts) {
  return changedNames(textsOfTyped({}), texts);
}
