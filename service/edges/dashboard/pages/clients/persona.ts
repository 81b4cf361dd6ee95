import { ServiceError } from "../../../../errors.ts";
import { findPersona } from "../../../../features/clients/persona-sql.ts";
import type { Persona } from "../../../../features/clients/schema.ts";
import { updateClient } from "../../../../features/clients/update-client.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { languageName } from "../../../../floor/web/language-names.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { rowsHtml } from "../../forms/list-fields.ts";
import { fieldHtml, formHtml } from "../../forms/render-form.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { languageOptions } from "../../parts/languages.ts";
import { momentText } from "../../parts/moment.ts";
import type { Script } from "../../script.ts";
import { clientOf, clientPage, clientPath, clientsPath } from "./client-frame.ts";
import {
  addressFormLabels,
  groupColumns,
  personaFields,
  personaOf,
  tabooColumns,
  typedPersona,
} from "./persona-fields.ts";

const path = `${clientsPath}/:id/persona` as const;
const tab = "/persona";
const conflict =
  "Diese Persona wurde inzwischen an anderer Stelle geändert. Es wurde nichts überschrieben: Vergleichen Sie beides und speichern Sie dann noch einmal.";
/** All lists filled to the end, in letters that take three bytes each. */
const bodyBytesMax = 3_000_000;

/** A button below a list of rows that adds an empty one. */
const rowsScript: Script = {
  name: "rows",
  source: `for (const list of document.querySelectorAll("[data-rows]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Weitere Zeile";
  button.addEventListener("click", () => {
    const rows = list.querySelectorAll(".row");
    const row = rows[rows.length - 1].cloneNode(true);
    for (const cell of row.querySelectorAll("input")) {
      cell.value = "";
      cell.id = cell.id.replace(/\\d+$/, String(rows.length));
      cell.setAttribute("aria-label", cell.getAttribute("aria-label").replace(/\\d+$/, String(rows.length + 1)));
    }
    button.before(row);
    row.querySelector("input").focus();
  });
  list.append(button);
}
`,
};

const personaPage = definePage({
  path,
  action: "clients.read",
  scripts: [rowsScript],
  async handle(context) {
    const { visit, deps } = context;
    const client = await clientOf(context);
    const persona = await findPersona(deps.sql, visit.agencyId, client.id);
    if (visit.may("personas.write")) return await showForm(context, filledForm(typedPersona(persona)));
    return clientPage(visit, client, {
      tab,
      main:
        persona === null
          ? emptyHtml({ title: "Noch keine Persona", text: "Wer Kunden bearbeiten darf, kann sie anlegen." })
          : readHtml(persona),
    });
  },
});

const personaForm = defineForm({
  path,
  action: "personas.write",
  scripts: [rowsScript],
  fields: personaFields,
  bodyBytesMax,
  async handle(context) {
    const { visit, values, deps } = context;
    const { id } = await clientOf(context);
    const { personaVersion } = await updateClient(
      deps.sql,
      visit.agencyId,
      { clientId: id, persona: personaOf(values), seenPersonaVersion: values.seenVersion },
      visit.actor,
    ).catch(refuseAtColumns);
    return {
      location: clientPath(id, tab),
      notice: `Die Persona ist als Fassung ${personaVersion} gespeichert.`,
    };
  },
  show: showForm,
  reasons: { version_conflict: conflict },
});

export const personaDefinitions = [personaPage, personaForm];

/** The form has columns where the verb has lists of entries. */
function refuseAtColumns(error: unknown): never {
  if (!(error instanceof ServiceError) || error.details === undefined) throw error;
  const { targetGroups, tabooWords, ...others } = error.details.fieldErrors;
  const fieldErrors = {
    ...others,
    ...(targetGroups === undefined ? {} : { groupName: targetGroups }),
    ...(tabooWords === undefined ? {} : { tabooTerm: tabooWords }),
  };
  throw new ServiceError(error.code, error.message, {
    details: { formErrors: [], fieldErrors },
    cause: error,
  });
}

async function showForm(context: Context<{ id: string }>, state: FormState): Promise<PageContent> {
  const { visit, deps } = context;
  const client = await clientOf(context);
  const persona = await findPersona(deps.sql, visit.agencyId, client.id);
  // Who has been shown the other version may overwrite it; after any other refusal nobody has seen it.
  const seenVersion = [String(persona?.version ?? 0)];
  const shown = state.message === conflict ? { ...state, typed: { ...state.typed, seenVersion } } : state;
  const options = { language: languageOptions(shown.typed.language?.[0]) };
  const field = (name: keyof typeof personaFields) => fieldHtml(personaFields, name, shown, { options });
  return clientPage(visit, client, {
    tab,
    lead:
      persona === null
        ? "Wie der Kunde klingen möchte. Daran halten sich Ihre Texte und die der KI-Assistenten."
        : `Fassung ${persona.version} vom ${momentText(visit, persona.updatedAt)}. Jedes Speichern legt eine neue Fassung an.`,
    main: formHtml({
      visit,
      action: clientPath(client.id, tab),
      fields: personaFields,
      state: shown,
      submit: "Speichern",
      body: html`${field("seenVersion")}${field("language")}${field("addressForm")}${field("tone")}${field("styleNotes")}
${rowsHtml({ legend: "Zielgruppen", hint: "Wen die Texte erreichen sollen.", columns: groupColumns, state: shown })}
${field("keyMessages")}
${rowsHtml({ legend: "Zu vermeidende Wörter", hint: "Der Editor warnt vor ihnen und nennt, was stattdessen passt.", columns: tabooColumns, state: shown })}
${field("boilerplate")}`,
    }),
  });
}

function readHtml(persona: Persona): Html {
  const list = (entries: readonly string[]) =>
    entries.length === 0 ? "–" : html`<ul>${entries.map((entry) => html`<li>${entry}</li>`)}</ul>`;
  return html`<dl class="facts-list">
<div><dt>Sprache</dt><dd>${languageName(persona.language)}</dd></div>
<div><dt>Anrede</dt><dd>${addressFormLabels[persona.addressForm]}</dd></div>
<div><dt>Ton</dt><dd>${list(persona.tone)}</dd></div>
<div><dt>Hinweise zum Stil</dt><dd class="plain">${persona.styleNotes || "–"}</dd></div>
<div><dt>Zielgruppen</dt><dd>${list(persona.targetGroups.map(({ name, description }) => (description === "" ? name : `${name}: ${description}`)))}</dd></div>
<div><dt>Kernbotschaften</dt><dd>${list(persona.keyMessages)}</dd></div>
<div><dt>Zu vermeidende Wörter</dt><dd>${list(persona.tabooWords.map(({ term, alternative }) => (alternative === null ? term : `${term} → ${alternative}`)))}</dd></div>
<div><dt>Über den Kunden</dt><dd class="plain">${persona.boilerplate || "–"}</dd></div>
</dl>`;
}
