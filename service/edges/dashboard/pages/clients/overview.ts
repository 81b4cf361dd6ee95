import { listClientContacts } from "../../../../features/clients/contacts.ts";
import { levelLabels } from "../../../../features/clients/newsroom-settings.ts";
import { otherNameCharacters, otherNamesMax } from "../../../../features/clients/schema.ts";
import {
  clientNamesStamp,
  setClientStatus,
  updateClient,
} from "../../../../features/clients/update-client.ts";
import { showNewsroom } from "../../../../features/newsroom/settings/show-newsroom.ts";
import { readClientState } from "../../../../features/today/read-client.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { type FormState, filledForm, isRefused, withTyped } from "../../forms/form-state.ts";
import { linesField } from "../../forms/list-fields.ts";
import { formHtml } from "../../forms/render-form.ts";
import { changedSince, seenStampField } from "../../forms/seen-stamp.ts";
import { textField } from "../../forms/text-fields.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { scopePath } from "../figures/paths.ts";
import { newTextPath, textsPath } from "../texts/paths.ts";
import { clientOf, clientPage, clientPath, clientsPath, type ShownClient } from "./client-frame.ts";
import { contactsHtml, missingSection, stateSections } from "./client-state.ts";

const path = `${clientsPath}/:id` as const;
const nameFields = {
  name: textField({ label: "Name", charactersMax: 200 }),
  otherNames: linesField({
    label: "Produkte und andere Schreibweisen",
    hint: "So nennen Medien den Kunden noch, je Zeile ein Name mit mindestens vier Zeichen. Feeds finden auch Beiträge, in denen nur dieser steht.",
    entriesMax: otherNamesMax,
    charactersMax: otherNameCharacters.max,
  }),
};

const changedFields = { ...nameFields, seenStamp: seenStampField };
const conflict = changedSince("die Namen");

const overviewPage = definePage({
  path,
  action: "clients.read",
  async handle(context) {
    return await showOverview(context, filledForm(storedIn(await clientOf(context))));
  },
});

const nameForm = defineForm({
  path: `${path}/name`,
  action: "clients.write",
  fields: changedFields,
  async handle(context) {
    const { visit, values, deps } = context;
    const { id } = await clientOf(context);
    await updateClient(deps.sql, visit.agencyId, { clientId: id, ...values }, visit.actor);
    return { location: clientPath(id), notice: "Gespeichert. Die Adresse des Newsrooms bleibt." };
  },
  show: showOverview,
  reasons: { version_conflict: conflict },
});

const archiveForm = statusForm("archivieren", "archived", "Der Kunde ist archiviert.");
const restoreForm = statusForm("zurueckholen", "active", "Der Kunde ist zurück, sein Newsroom auch.");

export const clientOverviewDefinitions = [overviewPage, nameForm, archiveForm, restoreForm];

function statusForm(word: string, status: "active" | "archived", notice: string) {
  return defineForm({
    path: `${path}/${word}`,
    action: "clients.write",
    fields: {},
    async handle(context) {
      const { visit, deps } = context;
      const { id } = await clientOf(context);
      await setClientStatus(deps.sql, visit.agencyId, { clientId: id, status }, visit.actor);
      return { location: clientPath(id), notice };
    },
    show: async (context, state) =>
      showOverview(context, withTyped(state, storedIn(await clientOf(context)))),
  });
}

function storedIn(client: ShownClient) {
  const { name, otherNames } = client;
  return { name, otherNames, seenStamp: clientNamesStamp(client) };
}

async function showOverview(context: Context<{ id: string }>, state: FormState): Promise<PageContent> {
  const { visit, deps } = context;
  const client = await clientOf(context);
  const { agencyId, timeZone } = visit;
  const [newsroom, { contacts }, going] = await Promise.all([
    showNewsroom(deps.sql, agencyId, client.id),
    listClientContacts(deps.sql, agencyId, client.id),
    readClientState(deps.sql, agencyId, { clientId: client.id, timeZone }),
  ]);
  const approvers = contacts.filter(({ canApprove, email }) => canApprove && email !== null).length;
  const address = newsroom.domains.find(({ provenAt }) => provenAt !== null)?.host;
  return clientPage(visit, client, {
    tab: "",
    tools: html`${visit.may("drafts.read") && html`<a class="button" href="${`${textsPath}?kunde=${client.id}`}">Meldungen</a>`}
${visit.may("figures.read") && html`<a class="button" href="${scopePath({ type: "client", id: String(client.id) })}">Zahlen</a>`}
${visit.may("drafts.write") && client.status === "active" && html`<a class="button primary" href="${`${newTextPath}/${client.id}`}">Neue Meldung</a>`}`,
    main: html`${newsroom.logoAssetId !== null && html`<p class="client-logo"><img src="${clientPath(client.id, `/mediathek/${newsroom.logoAssetId}/bild`)}" alt="${`Logo von ${client.name}`}"></p>`}
<dl class="facts-list facts-grid">
<div><dt>Newsroom</dt><dd>${newsroomLink(deps.publicUrl, client, { address, hasImprint: newsroom.hasImprint })}</dd></div>
<div><dt>Impressum</dt><dd>${newsroom.hasImprint ? "vorhanden" : html`<span class="state bad">fehlt</span> Ohne Impressum lässt sich nichts veröffentlichen.`}</dd></div>
<div><dt>Was gezählt wird</dt><dd>${levelLabels[newsroom.level]}</dd></div>
<div><dt>Kontakte</dt><dd>${contacts.length === 0 ? "noch keine" : `${contacts.length}, davon ${approvers} mit Freigaberecht`}</dd></div>
<div><dt>Nummer</dt><dd>${client.id}, für die Schnittstelle</dd></div>
</dl>
${missingSection(visit, client, { newsroom, approvers })}
${stateSections(visit, client, going)}
${contactsHtml(client, contacts)}
${visit.may("clients.write") && changes({ visit, client, state })}`,
  });
}

function newsroomLink(
  publicUrl: string,
  { slug, status }: ShownClient,
  { address, hasImprint }: { address: string | undefined; hasImprint: boolean },
): Html | string {
  const host = address ?? `${new URL(publicUrl).host}/newsroom/${slug}`;
  const scheme = new URL(publicUrl).protocol;
  return status === "active" && hasImprint
    ? html`<a href="${`${scheme}//${host}`}" rel="noopener">${host}</a>`
    : host;
}

function changes(input: { visit: Context["visit"]; client: ShownClient; state: FormState }): Html {
  const { visit, client, state } = input;
  const at = clientPath(client.id);
  const isActive = client.status === "active";
  return html`${!isActive && buttonFormHtml({ visit, action: `${at}/zurueckholen`, label: "Kunden zurückholen" })}
<details class="group after"${isRefused(state) && html` open`}><summary>${isActive ? "Namen ändern oder archivieren" : "Namen ändern"}</summary>
${formHtml({ visit, action: `${at}/name`, fields: changedFields, state, submit: "Speichern" })}
${
  isActive &&
  confirmHtml({
    visit,
    action: `${at}/archivieren`,
    label: "Kunden archivieren …",
    question: `Der Newsroom von ${client.name} ist dann nicht mehr zu sehen. Texte, Zahlen und Berichte bleiben, und Sie können ihn jederzeit zurückholen.`,
    confirm: "Ja, archivieren",
  })
}</details>`;
}
