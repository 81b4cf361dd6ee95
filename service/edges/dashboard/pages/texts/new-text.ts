import { ServiceError } from "../../../../errors.ts";
import { listClientNames } from "../../../../features/clients/client-names-sql.ts";
import { findClient } from "../../../../features/clients/sql.ts";
import { createDraft } from "../../../../features/workflow/drafts/create-draft.ts";
import { html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { numberInPath } from "../../parts/path-id.ts";
import { richTextScript } from "../../rich-text/script.ts";
import { requireClient } from "../../visit.ts";
import { editorBytesMax, textFields, textReasons } from "./editor-fields.ts";
import { editorHtml } from "./editor-page.ts";
import { editorScript } from "./editor-script.ts";
import { changedNames, changeOf, type EditorTexts, textsOfTyped, textsOfValues } from "./editor-texts.ts";
import { draftContext, namingFields } from "./known-draft.ts";
import { newTextPath, textPath, textsPath } from "./paths.ts";

const trail = [{ label: "Meldungen", href: textsPath }];
const languages = { de: "Deutsch", en: "Englisch", fr: "Französisch" } as const;

/** Which client first: its persona and its newsroom go with the text. */
const choicePage = definePage({
  path: newTextPath,
  action: "drafts.write",
  async handle({ visit, deps, query }) {
    const chosen = query.get("kunde");
    const clients = (await listClientNames(deps.sql, visit.agencyId, visit)).filter(
      ({ isActive }) => isActive,
    );
    const client = clients.find(({ id }) => String(id) === chosen);
    if (client !== undefined) return toEditor(client.id, query.get("sprache") ?? "de");
    if (clients.length === 0)
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
<div class="field"><label for="sprache">Sprache</label><select id="sprache" name="sprache">${Object.entries(
        languages,
      ).map(([tag, name]) => html`<option value="${tag}">${name}</option>`)}</select></div>
<p class="buttons"><button class="primary">Weiter</button><a href="${textsPath}">Abbrechen</a></p>
</form>`,
    };
  },
});

const newPage = definePage({
  path: `${newTextPath}/:clientId`,
  action: "drafts.write",
  scripts: [editorScript, richTextScript],
  handle: (context) =>
    showNew(
      context,
      filledForm({
        language: context.query.get("sprache") ?? "de",
        translationOf: context.query.get("original") ?? "",
      }),
    ),
});

const newForm = defineForm({
  path: `${newTextPath}/:clientId`,
  action: "drafts.write",
  scripts: [editorScript, richTextScript],
  fields: textFields,
  bodyBytesMax: editorBytesMax,
  async handle(context) {
    const { visit, values, deps, idempotencyKey } = context;
    const { id: clientId } = await clientOf(context);
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
    return { location: textPath(draft.id), notice: "Der Entwurf ist gespeichert." };
  },
  show: showNew,
  reasons: {
    idempotency_conflict:
      "Aus diesem Formular ist schon ein Entwurf entstanden; er steht unter „Meldungen“. Wenn Sie noch einmal senden, entsteht ein zweiter.",
  },
  fieldReasons: textReasons,
});

export const newTextDefinitions = [choicePage, newPage, newForm];

async function showNew(context: Context<{ clientId: string }>, state: FormState): Promise<PageContent> {
  const client = await clientOf(context);
  return {
    title: "Neue Meldung",
    lead: `Für ${client.name}`,
    trail,
    hasFrames: true,
    main: await editorHtml(context, {
      clientId: client.id,
      action: `${newTextPath}/${client.id}`,
      fields: textFields,
      state,
      hasNote: false,
      submit: "Entwurf speichern",
      cancelPath: textsPath,
    }),
  };
}

/** The client of the path, for which somebody writes. Throws `not_found` for one that is archived, or that the person may not see. */
export async function clientOf({
  visit,
  deps,
  params,
}: Context<{ clientId: string }>): Promise<{ id: number; name: string }> {
  const id = numberInPath(params.clientId);
  requireClient(visit, id);
  const client = await findClient(deps.sql, visit.agencyId, id);
  if (client === null || client.status !== "active")
    throw new ServiceError("not_found", "There is no such client.");
  return { id, name: client.name };
}

function toEditor(clientId: number, language: string): Response {
  const location = `${newTextPath}/${clientId}?sprache=${encodeURIComponent(language)}`;
  return new Response(null, { status: 303, headers: { location } });
}

function filledNames(texts: EditorTexts) {
  return changedNames(textsOfTyped({}), texts);
}
