import { ServiceError, statusByErrorCode } from "../../../errors.ts";
import { readBody } from "../../../http/read-body.ts";
import { readForm } from "../../../http/read-form.ts";
import { ImportError } from "../../../insights/import/import-error.ts";
import { addUploadPart, completeUpload, startUpload } from "../../../insights/uploads/receive-upload.ts";
import { partBytesMax } from "../../../insights/uploads/schema.ts";
import { html } from "../../../web/html.ts";
import { type Context, definePage, defineRawForm, type PageContent } from "../../definition.ts";
import { emptyForm, type FormState } from "../../forms/form-state.ts";
import { readFile } from "../../forms/read-file.ts";
import { formHtml } from "../../forms/render-form.ts";
import { fileControl } from "../../forms/value-fields.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { germanFault } from "./german-reasons.ts";
import { importsPath } from "./paths.ts";
import { uploadScript } from "./upload-script.ts";

/** Of a form without script: below what the server takes as a body. Larger files go in pieces. */
const formBytesMax = 900 * 1024;
const kind = "media-mentions";
const tooLargeHere =
  "Ohne JavaScript nehmen wir Dateien bis 900 KB. Schalten Sie es ein oder teilen Sie die Datei.";

const uploadPage = definePage({
  path: `${importsPath}/neu`,
  action: "clippings.import",
  scripts: [uploadScript],
  handle: async (context) => showUpload(context, emptyForm),
});

/** The whole file at once, for browsers without script. */
const uploadForm = defineRawForm({
  path: `${importsPath}/neu`,
  action: "clippings.import",
  scripts: [uploadScript],
  async handle(context) {
    const { visit, deps, request } = context;
    try {
      const file = await readFile(request, "file", formBytesMax);
      if (file === null) return refused(context, "Bitte wählen Sie eine Datei aus.");
      const content = new Uint8Array(await file.arrayBuffer());
      const uploadId = await startUpload(deps.sql, visit.agencyId, { kind, fileName: file.name });
      for (let position = 0; position * partBytesMax < content.byteLength; position += 1) {
        const part = content.subarray(position * partBytesMax, (position + 1) * partBytesMax);
        await addUploadPart(deps.sql, visit.agencyId, { uploadId, position, content: part });
      }
      await completeUpload(deps.sql, visit.agencyId, { ...visit, uploadId });
      return { location: `${importsPath}/${uploadId}` };
    } catch (error) {
      return refused(context, germanOf(error));
    }
  },
});

const startForm = defineRawForm({
  path: `${importsPath}/anfang`,
  action: "clippings.import",
  handle: ({ visit, deps, request }) =>
    asJson(async () => {
      const fileName = (await readForm(request))?.get("name") ?? "";
      const id = await startUpload(deps.sql, visit.agencyId, { kind, fileName });
      return { path: `${importsPath}/${id}` };
    }),
});

const partForm = defineRawForm({
  path: `${importsPath}/:uploadId/teil/:position`,
  action: "clippings.import",
  handle: ({ visit, deps, request, params }) =>
    asJson(async () => {
      const uploadId = uuidInPath(params.uploadId);
      const content = await readBody(request, partBytesMax);
      const position = /^\d{1,6}$/.test(params.position) ? Number(params.position) : -1;
      await addUploadPart(deps.sql, visit.agencyId, { uploadId, position, content });
      return {};
    }),
});

const completeForm = defineRawForm({
  path: `${importsPath}/:uploadId/fertig`,
  action: "clippings.import",
  handle: ({ visit, deps, params }) =>
    asJson(async () => {
      await completeUpload(deps.sql, visit.agencyId, { ...visit, uploadId: uuidInPath(params.uploadId) });
      return {};
    }),
});

export const uploadDefinitions = [uploadPage, uploadForm, startForm, partForm, completeForm];

function showUpload({ visit }: Pick<Context, "visit">, state: FormState): PageContent {
  const field = html`<div class="field"><label for="f-file">CSV-Datei</label>
<p class="hint" id="f-file-hint">Bis 256 MB und eine Million Zeilen, mit Komma, Semikolon oder Tabulator, in UTF-8 oder aus Excel (Windows-1252).</p>
${fileControl({ id: "f-file", name: "file", accept: ".csv,.txt,text/csv" })}</div>`;
  return {
    title: "Datei importieren",
    lead: html`Wir zeigen Ihnen zuerst die ersten Zeilen. Übernommen wird noch nichts. <a href="${`${importsPath}/vorlage.csv`}">Vorlage herunterladen</a>`,
    trail: [{ label: "Importe", href: importsPath }],
    main: html`<div class="upload">${formHtml({
      visit,
      action: `${importsPath}/neu`,
      fields: {},
      state,
      body: field,
      submit: "Hochladen und ansehen",
      beside: html`<a href="${importsPath}">Zurück</a>`,
      isMultipart: true,
    })}</div>`,
  };
}

function refused(context: Context, message: string): PageContent {
  return { ...showUpload(context, { ...emptyForm, message }), status: 400 };
}

/** What a script reads: data, or a sentence for people. */
async function asJson(act: () => Promise<object>): Promise<Response> {
  try {
    return Response.json(await act());
  } catch (error) {
    const isOurs = error instanceof ServiceError || error instanceof ImportError;
    if (!isOurs) throw error;
    const status = error instanceof ServiceError ? statusByErrorCode[error.code] : 400;
    return Response.json({ message: germanOf(error) }, { status });
  }
}

function germanOf(error: unknown): string {
  if (error instanceof ImportError) return germanFault(error.fault);
  if (!(error instanceof ServiceError)) throw error;
  if (error.code === "not_found") return "Diese Übertragung gibt es nicht mehr. Bitte beginnen Sie von vorn.";
  if (error.code === "payload_too_large") return tooLargeHere;
  throw error;
}
