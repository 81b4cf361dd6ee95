import { nullWhereMissing } from "../../../../errors.ts";
import { getAsset } from "../../../../features/media/list-assets.ts";
import type { Asset } from "../../../../features/media/schema.ts";
import {
  findUses,
  listUsingMailings,
  listUsingReleases,
  namedReleasesMax,
} from "../../../../features/media/uses-sql.ts";
import {
  listDraftsUsingAsset,
  namedDraftsMax,
} from "../../../../features/workflow/drafts/using-asset-sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { uuidPattern } from "../../../../schema.ts";
import type { Context } from "../../definition.ts";
import type { FormState } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { fileControl } from "../../forms/value-fields.ts";
import { draftStateHtml } from "../../parts/draft-state.ts";
import type { Visit } from "../../visit.ts";
import { mailingPath, stateHtml } from "../mailings/known-mailing.ts";
import { releasePagePath } from "../texts/paths.ts";
import { clientPath } from "./client-frame.ts";
import { accepted, mediaTab } from "./media-library.ts";

type UsesContext = Pick<Context, "visit" | "deps">;
type Used = { clientId: number; id: string };

/** Where a picture or file is used, with links. */
export async function usesHtml(context: UsesContext, asset: Used): Promise<Html> {
  const { releases, archived, drafts, mailings } = await usesOf(context, asset);
  return html`${
    releases.length > 0 &&
    html`<h2>Veröffentlicht in</h2>
<p>Solange diese Meldungen das Bild oder die Datei zeigen, lässt es sich nicht löschen.</p>
${releasesHtml(releases)}`
  }
${archived.length > 0 && html`<h2>Archiviert in</h2>${archivedHtml(archived)}`}
${drafts.length > 0 && html`<h2>In Arbeit in</h2>${draftsHtml(drafts)}`}
${mailings.length > 0 && mailingsHtml(mailings)}`;
}

export function replaceHtml(visit: Visit, action: string, state: FormState): Html {
  return html`<h2>Datei ersetzen</h2>
<p>Die neue Datei übernimmt alle Angaben. Entwürfe und Texte mit gewünschten Änderungen zeigen danach die neue, als neue Fassung. Texte, um deren Freigabe gebeten ist, freigegebene, geplante und veröffentlichte behalten die bisherige, ebenso der Newsroom.</p>
${formHtml({
  visit,
  action: `${action}/ersetzen`,
  fields: {},
  state,
  isMultipart: true,
  submit: "Ersetzen",
  body: html`<div class="field"><label for="ersatz">Neue Datei</label>${fileControl({ id: "ersatz", name: "file", accept: accepted })}</div>`,
})}`;
}

/** On the page of a new file: what keeps the one that it replaces. Nothing where the address names none of this client. */
export async function replacedHtml(context: Context<{ id: string }>, asset: Asset): Promise<Html | null> {
  const { query, deps, visit } = context;
  const oldId = query.get("statt") ?? "";
  if (!uuidPattern.test(oldId)) return null;
  const old = await nullWhereMissing(getAsset(deps.sql, visit.agencyId, oldId));
  if (old === null || old.clientId !== asset.clientId || old.id === asset.id) return null;
  const [{ releases, archived, drafts, mailings }, { newsrooms }] = await Promise.all([
    usesOf(context, old),
    findUses(deps.sql, visit.agencyId, old.id),
  ]);
  const link = html`<a href="${clientPath(old.clientId, `${mediaTab}/${old.id}`)}">${old.fileName}</a>`;
  if (releases.length + drafts.length + newsrooms.length + mailings.length === 0)
    return archived.length === 0
      ? html`<h2>Ersetzt</h2><p>Die bisherige Datei ${link} zeigt kein Text mehr. Sie können sie löschen.</p>`
      : html`<h2>Ersetzt</h2><p>Die bisherige Datei ${link} zeigen nur noch archivierte Meldungen.</p>${archivedHtml(archived)}`;
  const isAsked = drafts.some(({ status }) => status === "in_approval");
  return html`<h2>Diese behalten die bisherige Datei</h2>
<p>${link} bleibt dort, bis Sie die neue in einer neuen Fassung oder Berichtigung wählen.${isAsked && " Eine laufende Freigabe bleibt, wie sie ist: Niemand ändert, was ein Kunde gerade prüft."}</p>
${drafts.length > 0 && draftsHtml(drafts)}
${releases.length > 0 && releasesHtml(releases)}
${(drafts.length === namedDraftsMax || releases.length === namedReleasesMax) && html`<p>Es können weitere sein, genannt sind die neuesten.</p>`}
${archived.length > 0 && html`<h2>Archiviert</h2>${archivedHtml(archived)}`}
${newsrooms.length > 0 && html`<p>Auch der <a href="${clientPath(old.clientId, "/newsroom")}">Newsroom</a> zeigt sie weiter, als Logo oder Bild des Kontakts.</p>`}
${mailings.length > 0 && mailingsHtml(mailings)}`;
}

async function usesOf({ visit, deps }: UsesContext, { clientId, id }: Used) {
  const [releases, archived, drafts, mailings] = await Promise.all([
    listUsingReleases(deps.sql, visit.agencyId, { assetId: id, status: "published" }),
    listUsingReleases(deps.sql, visit.agencyId, { assetId: id, status: "archived" }),
    listDraftsUsingAsset(deps.sql, visit.agencyId, { clientId, assetId: id }),
    listUsingMailings(deps.sql, visit.agencyId, id),
  ]);
  return { releases, archived, drafts, mailings };
}

type Uses = Awaited<ReturnType<typeof usesOf>>;

function releasesHtml(releases: Uses["releases"]): Html {
  return html`<ul class="plain-list">${releases.map(({ id, title }) => html`<li><a href="${releasePagePath(id)}">${title}</a></li>`)}</ul>`;
}

function archivedHtml(archived: Uses["archived"]): Html {
  return html`<p>Wer die Datei löscht, kann diese Meldungen nicht wieder veröffentlichen.</p>${releasesHtml(archived)}`;
}

function mailingsHtml(mailings: Uses["mailings"]): Html {
  const [isPlanned, isSending] = [
    mailings.some((each) => !each.isSending),
    mailings.some((each) => each.isSending),
  ];
  return html`<h2>Anhang von</h2>
<p>${isSending && "Solange ein Aussand damit unterwegs ist, lässt sich die Datei nicht löschen. "}${isPlanned && "Wer die Datei löscht, hält den geplanten Aussand an: Er geht nicht ohne sie hinaus."}</p>
<ul class="plain-list">${mailings.map(({ id, subject, isSending: isUnderWay }) => html`<li><a href="${mailingPath(id)}">${subject}</a> ${stateHtml(isUnderWay ? "sending" : "scheduled")}</li>`)}</ul>`;
}

function draftsHtml(drafts: Uses["drafts"]): Html {
  return html`<ul class="plain-list">${drafts.map(({ draftId, title, status }) => html`<li><a href="${`/app/meldungen/${draftId}`}">${title}</a> ${draftStateHtml(status)}</li>`)}</ul>`;
}
