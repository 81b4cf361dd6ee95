import { ServiceError, statusByErrorCode } from "../../../errors.ts";
import { addAsset } from "../../../media/add-asset.ts";
import type { AssetTexts } from "../../../media/schema.ts";
import { beginUpload, finishUpload, getUpload } from "../../../media/uploads.ts";
import { refusal } from "../../../web/refuse-fields.ts";
import { type Context, type Done, defineRawForm, type PageContent } from "../../definition.ts";
import type { FormState } from "../../forms/form-state.ts";
import { defineUploads, uploadRefusal } from "../../uploads/define-uploads.ts";
import { clientOf, clientPath, clientsPath } from "./client-frame.ts";
import { mediaTab, showLibrary } from "./media-library.ts";
import { readUploadForm } from "./read-upload-form.ts";

const path = `${clientsPath}/:id/mediathek` as const;
const noFile = () =>
  refusal("file_type_refused", {
    german: "Bitte wählen Sie eine Datei aus.",
    english: "The form has no file. Choose one.",
  });

/** The form for browsers without script: one file, stored while it arrives. */
const plainForm = defineRawForm({
  path: `${path}/hochladen`,
  action: "media.write",
  async handle(context): Promise<Done | PageContent> {
    const { visit, request, deps } = context;
    const { id } = await clientOf(context);
    let texts: Partial<AssetTexts> = {};
    try {
      const form = await readUploadForm(request, (sent) => {
        texts = sent.texts;
        const { fileName, chunks } = sent;
        return addAsset(deps, visit.agencyId, {
          ...texts,
          clientId: id,
          fileName,
          chunks,
          actor: visit.actor,
        });
      });
      texts = form.texts;
      if (form.taken === null) throw noFile();
      return {
        location: clientPath(id, `${mediaTab}/${form.taken.assetId}`),
        notice: `${form.taken.fileName} ist hochgeladen. Bitte prüfen Sie die Angaben.`,
      };
    } catch (error) {
      return await showRefused(context, { texts, error });
    }
  },
});

const partForms = defineUploads({
  path: `${path}/uploads`,
  action: "media.write",
  async begin(context, file) {
    const { id } = await clientOf(context);
    const { deps, visit } = context;
    return (await beginUpload(deps.sql, visit.agencyId, { ...file, clientId: id })).uploadId;
  },
  async check(context, uploadId) {
    const { id } = await clientOf(context);
    const upload = await getUpload(context.deps.sql, context.visit.agencyId, uploadId);
    if (upload.clientId !== id) throw new ServiceError("not_found", "The client has no such upload.");
  },
  async finish({ visit, params, deps }, uploadId) {
    const added = await finishUpload(deps, visit.agencyId, { uploadId, actor: visit.actor });
    const at = clientPath(Number(params.id), `${mediaTab}/${added.assetId}`);
    const { fileName, alt, credit, caption, width } = added;
    return { fileName, alt, credit, caption, edit: at, picture: width === null ? null : `${at}/bild` };
  },
});

export const mediaUploadDefinitions = [plainForm, ...partForms];

async function showRefused(
  context: Context<{ id: string }>,
  { texts, error }: { texts: Partial<AssetTexts>; error: unknown },
): Promise<PageContent> {
  const status = error instanceof ServiceError ? statusByErrorCode[error.code] : 500;
  if (!(error instanceof ServiceError) || status >= 500 || status === 404) throw error;
  const state: FormState = {
    typed: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, [text ?? ""]])),
    problems: {},
    message: uploadRefusal(error),
  };
  return { ...(await showLibrary(context, state)), status: status === 409 ? 409 : 400 };
}
