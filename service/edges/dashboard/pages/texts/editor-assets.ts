import { listAssets } from "../../../../features/media/list-assets.ts";
import { isPicture } from "../../../../features/media/media-types.ts";
import { listShownAssets, type ShownAsset } from "../../../../features/media/shown-asset-sql.ts";
import { firstCharacters } from "../../../../floor/strings/first-characters.ts";
import { formatBytes, formatMediaType } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { uuidPattern } from "../../../../schema.ts";
import type { Context } from "../../definition.ts";
import type { Option } from "../../forms/fields.ts";
import { clientPath } from "../clients/client-frame.ts";
import { type EditorTexts, linesOf } from "./editor-texts.ts";
import { leadingBack } from "./paths.ts";

type AssetContext = Pick<Context, "visit" | "deps">;

export type EditorAssets = {
  options: { imageAssetId: Option[]; assetIds: Option[] };
  /** What the text shows: its picture first, then its files in their order. */
  chosen: ShownAsset[];
};

/** The newest ones to choose from: what a text needs was mostly just uploaded. Chosen ones stand there besides. */
const offeredMax = 100;

/** The pictures and files of a client to choose from, the chosen ones first and in their order, which sending the form keeps. */
export async function editorAssets(
  { visit, deps }: AssetContext,
  clientId: number,
  texts: EditorTexts,
): Promise<EditorAssets> {
  const fileIds = linesOf(texts.assetIds);
  const [{ assets }, chosen] = await Promise.all([
    listAssets(deps.sql, visit.agencyId, { clientId, limit: offeredMax }),
    chosenAssets({ visit, deps }, clientId, texts),
  ]);
  const files = fileIds.flatMap((fileId) => chosen.filter(({ id }) => id === fileId));
  const offered = uniqueById([...files, ...assets]);
  const pictures = uniqueById([...chosen, ...assets]).filter(isPicture);
  return { options: { imageAssetId: pictures.map(optionOf), assetIds: offered.map(optionOf) }, chosen };
}

/** What the text shows, with all that readers will get of it; mended where the file lies, which leads back to `textPath`. */
export function chosenHtml(clientId: number, textPath: string, chosen: readonly ShownAsset[]): Html {
  const library = clientPath(clientId, "/mediathek");
  return html`<div data-part="assets">${
    chosen.length > 0 &&
    html`<ul class="chosen" aria-label="Gewählte Bilder und Dateien">${chosen.map((asset) => chosenItem(library, textPath, asset))}</ul>`
  }
<p class="facts"><a href="${leadingBack(library, textPath)}">Mediathek des Kunden</a>: hochladen und beschriften</p></div>`;
}

/** The same texts with names in place of ids, for people who compare them. */
export async function withAssetNames<T extends readonly EditorTexts[]>(
  context: AssetContext,
  clientId: number,
  ...texts: T
): Promise<{ [Index in keyof T]: EditorTexts }> {
  const found = await Promise.all(texts.map((each) => chosenAssets(context, clientId, each)));
  const names = new Map(found.flat().map(({ id, fileName }) => [id, fileName]));
  const named = (ids: string) =>
    linesOf(ids)
      .map((id) => names.get(id) ?? "gelöschte Datei")
      .join("\n");
  const result = texts.map((each) => ({
    ...each,
    imageAssetId: named(each.imageAssetId),
    assetIds: named(each.assetIds),
  }));
  return result as { [Index in keyof T]: EditorTexts };
}

async function chosenAssets(
  { visit, deps }: AssetContext,
  clientId: number,
  { imageAssetId, assetIds }: EditorTexts,
): Promise<ShownAsset[]> {
  const ids = [imageAssetId, ...linesOf(assetIds)].filter((id) => uuidPattern.test(id));
  return await listShownAssets(deps.sql, visit.agencyId, { clientId, assetIds: [...new Set(ids)] });
}

function chosenItem(library: string, textPath: string, asset: ShownAsset): Html {
  const { id, fileName, mediaType, bytes, alt, caption, credit } = asset;
  const isShown = isPicture(asset);
  const facts = [
    { term: "Alternativtext", text: alt, isNeeded: isShown },
    { term: "Bildunterschrift", text: caption, isNeeded: false },
    { term: "Bildnachweis", text: credit, isNeeded: isShown },
  ];
  return html`<li>${isShown && html`<img src="${`${library}/${id}/bild`}" alt="" width="96" height="64" loading="lazy">`}
<div><p><a href="${leadingBack(`${library}/${id}`, textPath)}">${fileName}</a> <span class="facts">${formatMediaType(mediaType)}, ${formatBytes(bytes)}</span></p>
${facts.map(({ term, text, isNeeded }) => {
  if (text !== null) return html`<p class="facts">${term}: ${text}</p>`;
  return isNeeded && html`<p class="problem">${term} fehlt. Vor der Veröffentlichung wird er gebraucht.</p>`;
})}</div></li>`;
}

function optionOf({ id, fileName, mediaType, caption, alt }: NamedAsset): Option {
  const about = caption ?? alt;
  const label = about === null ? fileName : `${fileName}: ${firstCharacters(about, 80)}`;
  return { value: id, label: `${label} (${formatMediaType(mediaType)})` };
}

type NamedAsset = Pick<ShownAsset, "id" | "fileName" | "mediaType" | "caption" | "alt">;

function uniqueById(assets: readonly NamedAsset[]): NamedAsset[] {
  return [...new Map(assets.map((asset) => [asset.id, asset])).values()];
}
