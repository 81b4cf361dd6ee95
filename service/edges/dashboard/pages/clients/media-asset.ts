import { ServiceError } from "../../../../errors.ts";
import { logoBytesMax } from "../../../../features/agencies/settings/read-logo.ts";
import { updateAgency } from "../../../../features/agencies/settings/update-agency.ts";
import { getAsset } from "../../../../features/media/list-assets.ts";
import { isPicture, mediaTypeOf } from "../../../../features/media/media-types.ts";
import { type FileToServe, findFile, openFile } from "../../../../features/media/open-file.ts";
import { shortHash } from "../../../../features/media/paths.ts";
import { asPng } from "../../../../features/media/picture/as-png.ts";
import { readAssetFile } from "../../../../features/media/read-asset-file.ts";
import { removeAsset } from "../../../../features/media/remove-asset.ts";
import type { Asset } from "../../../../features/media/schema.ts";
import { fileBody } from "../../../../features/media/stream-of.ts";
import { assetStamp, updateAsset } from "../../../../features/media/update-asset.ts";
import { contentDisposition } from "../../../../floor/http/downloads.ts";
import { formatBytes, formatMediaType } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import type { Field } from "../../forms/fields.ts";
import { emptyForm, type FormState, withTyped } from "../../forms/form-state.ts";
import { fieldsHtml, formHtml } from "../../forms/render-form.ts";
import { changedSince, seenStampField } from "../../forms/seen-stamp.ts";
import { numberField } from "../../forms/value-fields.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { otherFormScript } from "../../parts/other-form-script.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { agencySettingsPath, logoNotice, logoReason } from "../settings/agency.ts";
import { backHtml, backPathOf, leadingBack } from "../texts/paths.ts";
import { replacedHtml, replaceHtml, usesHtml } from "./asset-uses.ts";
import { clientOf, clientPage, clientPath, clientsPath, type ShownClient } from "./client-frame.ts";
import { focusScript } from "./focus-script.ts";
import { assetFields, mediaTab, thumbnail } from "./media-library.ts";

export const assetPath = `${clientsPath}/:id/mediathek/:assetId` as const;
const logoTypes = new Set(["image/png", "image/jpeg", "image/webp"]);
type AssetContext = Context<{ id: string; assetId: string }>;

const textFields = { ...assetFields, seenStamp: seenStampField };
/** A picture's fields; those of a file are without its focus. */
const pictureFields = {
  ...textFields,
  focusX: percentField("Bildmittelpunkt von links, in Prozent"),
  focusY: percentField("Bildmittelpunkt von oben, in Prozent"),
};

const conflict = changedSince("diese Angaben");
const stampOf = (asset: Asset) => assetStamp(asset, { hasFocus: isPicture(asset) });

/** Null where it was not sent: the point stays. */
function percentField(label: string): Field<number | null> {
  const field = numberField({ label, minimum: 0, maximum: 100 });
  return { ...field, read: (typed) => ((typed[0] ?? "") === "" ? { value: null } : field.read(typed)) };
}

const assetPage = definePage({
  path: assetPath,
  action: "media.write",
  scripts: [focusScript, otherFormScript],
  handle: (context) => showStored(context, emptyForm),
});

const assetForm = defineForm({
  path: assetPath,
  action: "media.write",
  scripts: [focusScript, otherFormScript],
  fields: pictureFields,
  async handle(context) {
    const { visit, values, deps } = context;
    const { client, asset } = await assetOf(context);
    const { focusX: x, focusY: y, ...texts } = values;
    const focus = x !== null && y !== null ? { x, y } : asset.focus;
    const change = { assetId: asset.id, ...texts, ...(isPicture(asset) && { focus }) };
    await updateAsset(deps.sql, visit.agencyId, { ...change, actor: visit.actor });
    return {
      location: backPathOf(context.query) ?? clientPath(client.id, mediaTab),
      notice: `${asset.fileName} ist geändert.`,
    };
  },
  show: showAsset,
  reasons: { version_conflict: conflict },
});

const removeForm = defineForm({
  path: `${assetPath}/entfernen`,
  action: "media.write",
  fields: {},
  async handle(context) {
    const { visit, deps } = context;
    const { client, asset } = await assetOf(context);
    await removeAsset(deps.sql, visit.agencyId, { assetId: asset.id, actor: visit.actor });
    return { location: clientPath(client.id, mediaTab), notice: `${asset.fileName} ist gelöscht.` };
  },
  show: showStored,
});

/** A copy for reports: what later becomes of the asset changes no logo. */
const logoForm = defineForm({
  path: `${assetPath}/logo`,
  action: "agency.write",
  fields: {},
  async handle(context) {
    const { visit, deps } = context;
    const { asset } = await assetOf(context);
    const file = await readAssetFile(deps, visit.agencyId, { assetId: asset.id, bytesMax: logoBytesMax });
    const logo = await asPng(deps.pictures, visit.agencyId, file);
    await updateAgency(deps.sql, visit.agencyId, { update: { logo }, actor: visit.actor });
    return { location: agencySettingsPath, notice: logoNotice };
  },
  show: showStored,
  reasons: { validation_error: logoReason, picture_refused: logoReason },
});

/** The smallest copy of a picture, which may be of a release that nobody has seen yet. */
const picturePage = definePage({
  path: `${assetPath}/bild`,
  action: "clients.read",
  handle: (context) => answerFile(context, { isSmall: true }),
});

const originalPage = definePage({
  path: `${assetPath}/datei`,
  action: "clients.read",
  handle: (context) => answerFile(context, { isSmall: false }),
});

export const mediaAssetDefinitions = [assetPage, assetForm, removeForm, logoForm, picturePage, originalPage];

export async function assetOf(context: AssetContext): Promise<{ client: ShownClient; asset: Asset }> {
  const { visit, params, deps } = context;
  const assetId = uuidInPath(params.assetId);
  const client = await clientOf(context);
  const asset = await getAsset(deps.sql, visit.agencyId, assetId);
  if (asset.clientId !== client.id) throw new ServiceError("not_found", "The client has no such asset.");
  return { client, asset };
}

/** With the texts as they are stored, whatever another form of the page sent. */
export async function showStored(
  context: AssetContext,
  state: FormState,
  replacing: FormState = emptyForm,
): Promise<PageContent> {
  const { asset } = await assetOf(context);
  const { alt, credit, caption, focus } = asset;
  const [focusX, focusY] = [String(focus?.x ?? 50), String(focus?.y ?? 50)];
  const stored = { alt, credit, caption, focusX, focusY, seenStamp: stampOf(asset) };
  return await showAsset(context, withTyped(state, stored), replacing);
}

async function showAsset(
  context: AssetContext,
  state: FormState,
  replacing: FormState = emptyForm,
): Promise<PageContent> {
  const { visit, query } = context;
  const { client, asset } = await assetOf(context);
  const backPath = backPathOf(query);
  const [uses, replaced] = await Promise.all([usesHtml(context, asset), replacedHtml(context, asset)]);
  const at = clientPath(client.id, mediaTab);
  const action = `${at}/${asset.id}`;
  const size = asset.width === null ? "" : `, ${asset.width} × ${asset.height} Pixel`;
  return clientPage(visit, client, {
    tab: mediaTab,
    title: asset.fileName,
    lead: `${formatMediaType(asset.mediaType)}, ${formatBytes(asset.bytes)}${size}`,
    main: html`${backHtml(query)}
<div class="media-one">${thumbnail(at, asset)}
<p><a href="${`${action}/datei`}" download>Original herunterladen</a></p></div>
${replaced}
${formHtml({
  visit,
  action: leadingBack(action, backPath),
  fields: pictureFields,
  state,
  body: isPicture(asset)
    ? html`${fieldsHtml(textFields, state)}
<div class="focus" data-focus="${`${action}/bild`}">${fieldsHtml({ focusX: pictureFields.focusX, focusY: pictureFields.focusY }, state)}</div>`
    : fieldsHtml(textFields, state),
  submit: "Speichern",
  beside: html`<a href="${backPath ?? at}">Abbrechen</a>`,
})}
${uses}
${replaceHtml(visit, action, replacing)}
${logoTypes.has(asset.mediaType) && visit.may("agency.write") && logoHtml(visit, `${action}/logo`)}
<h2>Löschen</h2>
${confirmHtml({
  visit,
  action: `${action}/entfernen`,
  label: "Löschen …",
  question: `${asset.fileName} wird endgültig gelöscht. Entwürfe, in denen die Datei steht, brauchen eine andere.`,
  confirm: "Ja, löschen",
})}`,
  });
}

function logoHtml(visit: Context["visit"], action: string): Html {
  return html`<h2>Logo in Berichten</h2>
<p>Neue Berichte der Agentur zeigen dann dieses Bild.</p>
${buttonFormHtml({ visit, action, label: "Als Logo der Agentur verwenden" })}`;
}

async function answerFile(context: AssetContext, { isSmall }: { isSmall: boolean }): Promise<Response> {
  const { visit, deps, request } = context;
  const { asset } = await assetOf(context);
  const named = { assetId: asset.id, hash: shortHash(asset.sha256) };
  const small = isSmall
    ? await findFile(deps.sql, {
        ...named,
        extension: "webp",
        derivative: { size: 400, format: "webp" },
      })
    : null;
  const extension = mediaTypeOf(asset.mediaType)?.extension ?? "bin";
  const file = small ?? (await findFile(deps.sql, { ...named, extension, derivative: null }));
  if (file?.key.agencyId !== visit.agencyId) throw new ServiceError("not_found", "The file is gone.");
  const chunks = await openFile(deps, file.key, { first: 0, last: file.bytes - 1 });
  deps.allowSlowReader(request);
  return new Response(await fileBody(chunks, file.bytes), { headers: headersOf(file, isSmall) });
}

/** Nothing in a file runs, even where a browser shows it as a page of its own. */
function headersOf(file: FileToServe, isSmall: boolean): Record<string, string> {
  const kind = isSmall && file.shownAs === "picture" ? "inline" : "attachment";
  return {
    "content-type": file.contentType,
    "content-disposition": contentDisposition(kind, file.fileName),
    "content-security-policy": "default-src 'none'; sandbox",
    "content-length": String(file.bytes),
    // A picture stays what it is under its id; only its person's browser keeps it.
    ...(isSmall ? { "cache-control": "private, max-age=86400" } : {}),
  };
}
