import { replaceAsset } from "../../../../features/workflow/drafts/replace-asset.ts";
import { type Done, defineRawForm, type PageContent } from "../../definition.ts";
import { emptyForm } from "../../forms/form-state.ts";
import { clientPath } from "./client-frame.ts";
import { assetOf, assetPath, showStored } from "./media-asset.ts";
import { mediaTab } from "./media-library.ts";
import { noFile, readUploadForm, refusedUpload } from "./media-uploads.ts";

/** A new file in the place of an old one. Its page says which texts keep the old one. */
export const mediaReplaceDefinition = defineRawForm({
  path: `${assetPath}/ersetzen`,
  action: "media.write",
  async handle(context): Promise<Done | PageContent> {
    const { visit, request, deps } = context;
    const { client, asset } = await assetOf(context);
    try {
      const { taken } = await readUploadForm(request, ({ fileName, chunks }) =>
        replaceAsset(deps, visit.agencyId, { assetId: asset.id, fileName, chunks, actor: visit.actor }),
      );
      if (taken === null) throw noFile();
      const at = clientPath(client.id, `${mediaTab}/${taken.assetId}`);
      return {
        location: `${at}?statt=${asset.id}`,
        notice: `Die Datei ist ersetzt. ${changedText(taken.draftsChanged)}`,
      };
    } catch (error) {
      const { message, status } = refusedUpload(error);
      return { ...(await showStored(context, emptyForm, { ...emptyForm, message })), status };
    }
  },
});

function changedText(drafts: number): string {
  if (drafts === 0) return "Kein Text in Arbeit hat die bisherige Datei gezeigt.";
  return drafts === 1
    ? "Ein Text in Arbeit zeigt die neue als neue Fassung."
    : `${drafts} Texte in Arbeit zeigen die neue als neue Fassung.`;
}
