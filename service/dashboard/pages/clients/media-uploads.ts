import { ServiceError, statusByErrorCode } from "../../../errors.ts";
import { readBody } from "../../../http/read-body.ts";
import { addAsset } from "../../../media/add-asset.ts";
import type { AssetTexts } from "../../../media/schema.ts";
import {
  appendUpload,
  beginUpload,
  finishUpload,
  getUpload,
  partBytesMax,
  type UploadState,
} from "../../../media/uploads.ts";
import { refusal } from "../../../web/refuse-fields.ts";
import { type Context, type Done, definePage, defineRawForm, type PageContent } from "../../definition.ts";
import type { FormState } from "../../forms/form-state.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { refusalTexts } from "../../refusals.ts";
import { clientOf, clientPath, clientsPath } from "./client-frame.ts";
import { mediaTab, showLibrary } from "./media-library.ts";
import { readUploadForm } from "./read-upload-form.ts";

const path = `${clientsPath}/:id/mediathek` as const;
/** A file's name and its size. */
const beginBytesMax = 4_096;

const noFile = () =>
  refusal("file_type_refused", {
    german: "Bitte wählen Sie eine Datei aus.",
    english: "The form has no file. Choose one.",
  });

/** One file of a plain form, stored while it comes. */
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

const beginForm = defineRawForm({
  path: `${path}/uploads`,
  action: "media.write",
  handle: (context) =>
    answerJson(async () => {
      const { visit, request, deps } = context;
      const { id } = await clientOf(context);
      const body = new URLSearchParams(new TextDecoder().decode(await readBody(request, beginBytesMax)));
      const input = { clientId: id, fileName: body.get("fileName") ?? "", bytes: Number(body.get("bytes")) };
      return await beginUpload(deps.sql, visit.agencyId, input);
    }),
});

const statePage = definePage({
  path: `${path}/uploads/:uploadId`,
  action: "media.write",
  handle: (context) => answerJson(() => uploadOf(context)),
});

/** The next part; `Content-Range` says where it begins. */
const partForm = defineRawForm({
  path: `${path}/uploads/:uploadId`,
  action: "media.write",
  handle: (context) =>
    answerJson(async () => {
      const { visit, request, deps } = context;
      const { uploadId } = await uploadOf(context);
      const position = positionOf(request.headers.get("content-range"));
      const bytes = await readBody(request, partBytesMax);
      return await appendUpload(deps, visit.agencyId, { uploadId, position, bytes });
    }),
});

const finishForm = defineRawForm({
  path: `${path}/uploads/:uploadId/fertig`,
  action: "media.write",
  handle: (context) =>
    answerJson(async () => {
      const { visit, deps } = context;
      const { uploadId, clientId } = await uploadOf(context);
      const added = await finishUpload(deps, visit.agencyId, { uploadId, actor: visit.actor });
      const at = clientPath(clientId, `${mediaTab}/${added.assetId}`);
      const { fileName, alt, credit, caption, width } = added;
      return { fileName, alt, credit, caption, edit: at, picture: width === null ? null : `${at}/bild` };
    }),
});

export const mediaUploadDefinitions = [plainForm, beginForm, statePage, partForm, finishForm];

/** The upload of the path, if it is for the client of the path. */
async function uploadOf(context: Context<{ id: string; uploadId: string }>): Promise<UploadState> {
  const { visit, params, deps } = context;
  const uploadId = uuidInPath(params.uploadId);
  const { id } = await clientOf(context);
  const upload = await getUpload(deps.sql, visit.agencyId, uploadId);
  if (upload.clientId !== id) throw new ServiceError("not_found", "The client has no such upload.");
  return upload;
}

/** RFC 9110 section 14.4: `bytes 0-999/5000`. */
function positionOf(contentRange: string | null): number {
  const [, first] = /^bytes (\d{1,12})-\d{1,12}\/\d{1,12}$/.exec(contentRange ?? "") ?? [];
  if (first === undefined)
    throw new ServiceError("invalid_parameters", "Content-Range has to be `bytes FIRST-LAST/TOTAL`.");
  return Number(first);
}

/** What a script gets: the result, or in German why there is none. */
async function answerJson(work: () => Promise<object>): Promise<Response> {
  try {
    return Response.json(await work());
  } catch (error) {
    if (!(error instanceof ServiceError) || statusByErrorCode[error.code] >= 500) throw error;
    return Response.json(
      { code: error.code, message: refusalOf(error) },
      { status: statusByErrorCode[error.code] },
    );
  }
}

function refusalOf({ code, details }: ServiceError): string {
  return details?.formErrors[0] ?? refusalTexts[code] ?? "Das lässt sich so nicht hochladen.";
}

async function showRefused(
  context: Context<{ id: string }>,
  { texts, error }: { texts: Partial<AssetTexts>; error: unknown },
): Promise<PageContent> {
  const status = error instanceof ServiceError ? statusByErrorCode[error.code] : 500;
  if (!(error instanceof ServiceError) || status >= 500 || status === 404) throw error;
  const state: FormState = {
    typed: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, [text ?? ""]])),
    problems: {},
    message: refusalOf(error),
  };
  return { ...(await showLibrary(context, state)), status: status === 409 ? 409 : 400 };
}
