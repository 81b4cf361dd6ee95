import { findQuota, type Quota } from "../../../../features/media/blob-sql.ts";
import { listAssets } from "../../../../features/media/list-assets.ts";
import { isPicture } from "../../../../features/media/media-types.ts";
import type { Asset } from "../../../../features/media/schema.ts";
import { fileBytesMax } from "../../../../features/media/upload-folder.ts";
import { queryCharactersMax } from "../../../../floor/db/word-patterns.ts";
import { formatBytes, formatMediaType } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, definePage, type PageContent } from "../../definition.ts";
import { unmarked } from "../../forms/fields.ts";
import { emptyForm, type FormState } from "../../forms/form-state.ts";
import { fieldsHtml, formAction, formHtml } from "../../forms/render-form.ts";
import { optionalAreaField, optionalTextField } from "../../forms/text-fields.ts";
import { fileControl } from "../../forms/value-fields.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { uploadScript } from "../../uploads/upload-script.ts";
import type { Visit } from "../../visit.ts";
import { typedQuery } from "../search/typed-query.ts";
import { backFieldHtml, backHtml, backPathOf, leadingBack } from "../texts/paths.ts";
import { clientOf, clientPage, clientPath, clientsPath } from "./client-frame.ts";

const path = `${clientsPath}/:id/mediathek` as const;
export const mediaTab = "/mediathek";
/** Four columns of six: a screen and a little more. */
const assetsPerPage = 24;
/** What the file picker offers; what a file is, its content decides. */
export const accepted = ".jpg,.jpeg,.png,.webp,.avif,.gif,.svg,.pdf,.zip,.mp4,.mp3,.docx,.xlsx,.pptx";

const libraryPage = definePage({
  path,
  action: "clients.read",
  scripts: [uploadScript],
  handle: (context) => showLibrary(context, emptyForm),
});

export const mediaLibraryDefinitions = [libraryPage];

/** What people say of a picture or file. The verb has the same bounds. */
export const assetFields = {
  alt: unmarked(
    optionalTextField({
      label: "Alternativtext",
      hint: "Was auf dem Bild zu sehen ist, für alle, die es nicht sehen. Zur Veröffentlichung nötig.",
      charactersMax: 500,
    }),
  ),
  credit: unmarked(
    optionalTextField({
      label: "Bildnachweis",
      hint: "Etwa „Foto: Anna Berg“. Zur Veröffentlichung nötig.",
      charactersMax: 200,
    }),
  ),
  caption: optionalAreaField({ label: "Bildunterschrift", charactersMax: 1_000, rows: 2 }),
};

export async function showLibrary(context: Context<{ id: string }>, state: FormState): Promise<PageContent> {
  const { visit, deps, query } = context;
  const client = await clientOf(context);
  const typed = typedQuery(query);
  const [page, quota] = await Promise.all([
    listAssets(deps.sql, visit.agencyId, {
      clientId: client.id,
      query: typed,
      cursor: cursorOf(query),
      limit: assetsPerPage,
    }),
    findQuota(deps.sql, visit.agencyId),
  ]);
  const at = clientPath(client.id, mediaTab);
  const mayWrite = visit.may("media.write");
  return clientPage(visit, client, {
    tab: mediaTab,
    lead: html`Bilder und Dateien für die Meldungen dieses Kunden. ${quotaText(quota)}`,
    main: html`${backHtml(query)}
${mayWrite && uploadHtml({ visit, at, state })}
${(typed !== "" || page.assets.length > searchedFrom || query.has("cursor") || page.nextCursor !== null) && searchHtml(at, typed, backFieldHtml(query))}
${
  page.assets.length === 0 && typed !== ""
    ? emptyHtml({
        title: "Nichts gefunden",
        text: "Gesucht wird in Namen, Beschreibungen und Nachweisen.",
      })
    : page.assets.length === 0
      ? emptyHtml({
          title: "Noch keine Bilder",
          text: mayWrite
            ? "Laden Sie oben Bilder und Dateien hoch. Danach stehen sie in allen Meldungen dieses Kunden zur Wahl."
            : "Wer Meldungen schreibt, kann hier Bilder und Dateien hochladen.",
        })
      : html`<ul class="media-grid">${page.assets.map((asset) => assetHtml({ at, asset, mayWrite, backPath: backPathOf(query) }))}</ul>
${pagerHtml({ path: at, query, nextCursor: page.nextCursor })}`
}`,
  });
}

/** As many are seen at a glance. */
const searchedFrom = 8;

function searchHtml(at: string, typed: string, hidden: Html | null): Html {
  return html`<form class="list-filter after" action="${at}" role="search"><div class="field"><label for="bildsuche">Bilder und Dateien durchsuchen</label><input type="search" id="bildsuche" name="q" maxlength="${queryCharactersMax}" value="${typed}"></div>${hidden}<button>Suchen</button></form>`;
}

function quotaText(quota: Quota | null): string {
  if (quota === null) return "Ihre Agentur hat noch nichts abgelegt.";
  return `Ihre Agentur belegt ${formatBytes(quota.bytesUsed)} von ${formatBytes(quota.bytesMax)}.`;
}

/** A form for one file; the script makes a place for many of it. */
function uploadHtml({ visit, at, state }: { visit: Visit; at: string; state: FormState }): Html {
  return html`<section class="card upload" aria-labelledby="hochladen" data-uploads="${`${at}/uploads`}" data-agency="${visit.agencyId}">
<h2 id="hochladen">Hochladen</h2>
<p>Bilder, PDF, ZIP, Film, Ton und Office-Dateien bis ${formatBytes(fileBytesMax)}.</p>
${formHtml({
  visit,
  action: `${at}/hochladen`,
  fields: assetFields,
  state,
  prefix: "u",
  isMultipart: true,
  submit: "Hochladen",
  // The file comes last, so that what is said of it is known when its first bytes arrive.
  body: html`${fieldsHtml(assetFields, state, { prefix: "u" })}
<div class="field"><label for="u-file">Datei</label>${fileControl({ id: "u-file", name: "file", accept: accepted })}</div>`,
})}
<template data-item><div class="upload-fields">${fieldsHtml(assetFields, emptyForm, { prefix: "t" })}</div></template>
<template data-all><div class="upload-all" data-save="${formAction(visit, `${at}/angaben`)}">
<div class="field"><label for="nachweis-fuer-alle">Nachweis für alle</label><input id="nachweis-fuer-alle" maxlength="200"></div>
<p class="buttons"><button type="button" data-take-over>Für alle übernehmen</button></p>
<p class="buttons"><button type="button" class="primary" data-save-all>Speichern</button><span role="status"></span></p></div></template>
</section>`;
}

function assetHtml(input: { at: string; asset: Asset; mayWrite: boolean; backPath: string | null }): Html {
  const { at, asset, mayWrite, backPath } = input;
  const { id, fileName, alt, credit, width, height } = asset;
  const missing = isPicture(asset)
    ? [...(alt === null ? ["Alternativtext"] : []), ...(credit === null ? ["Bildnachweis"] : [])]
    : [];
  const size = width === null ? "" : `, ${width} × ${height}`;
  const name = mayWrite ? html`<a href="${leadingBack(`${at}/${id}`, backPath)}">${fileName}</a>` : fileName;
  return html`<li>${thumbnail(at, asset)}
<p class="media-name">${name}</p>
<p class="facts">${formatMediaType(asset.mediaType)}, ${formatBytes(asset.bytes)}${size}</p>
${missing.length > 0 && html`<p><span class="state bad">${missing.join(" und ")} ${missing.length === 1 ? "fehlt" : "fehlen"}</span></p>`}</li>`;
}

/** The smaller copy of a picture, by an address that only people of the agency can read. */
export function thumbnail(at: string, asset: Asset): Html {
  return isPicture(asset)
    ? html`<img src="${`${at}/${asset.id}/bild`}" alt="${asset.alt ?? ""}" loading="lazy" width="${asset.width ?? 400}" height="${asset.height ?? 300}">`
    : html`<span class="media-kind" aria-hidden="true">${formatMediaType(asset.mediaType)}</span>`;
}
