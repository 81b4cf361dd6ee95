import { ServiceError } from "../../../../errors.ts";
import { ImportError } from "../../../../features/insights/import/faults.ts";
import { receiveUpload, startUpload } from "../../../../features/insights/uploads/receive-upload.ts";
import { findUpload } from "../../../../features/insights/uploads/sql.ts";
import { appendUpload } from "../../../../features/media/uploads.ts";
import { html } from "../../../../floor/web/html.ts";
import { refusal } from "../../../../floor/web/refuse-fields.ts";
import { type Context, definePage, defineRawForm, type PageContent } from "../../definition.ts";
import { emptyForm, type FormState } from "../../forms/form-state.ts";
import { readFile } from "../../forms/read-form.ts";
import { formHtml } from "../../forms/render-form.ts";
import { fileControl } from "../../forms/value-fields.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { defineUploads } from "../../uploads/define-uploads.ts";
import { uploadScript } from "../../uploads/upload-script.ts";
import { germanFault } from "./german-reasons.ts";
import { importsPath } from "./paths.ts";

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
      const { name: fileName } = file;
      const input = { kind, fileName, bytes: content.byteLength } as const;
      const uploadId = await startUpload(deps.sql, visit.agencyId, input);
      await appendUpload(deps, visit.agencyId, { uploadId, position: 0, bytes: content });
      await receiveUpload(deps, visit.agencyId, { ...visit, uploadId });
      return { location: `${importsPath}/${uploadId}` };
    } catch (error) {
      return refused(context, germanOf(error));
    }
  },
});

const partForms = defineUploads({
  path: `${importsPath}/teile`,
  action: "clippings.import",
  begin: ({ visit, deps }, file) => startUpload(deps.sql, visit.agencyId, { ...file, kind }).catch(asRefusal),
  check: requireUpload,
  async finish({ visit, deps }, uploadId) {
    await receiveUpload(deps, visit.agencyId, { ...visit, uploadId }).catch(asRefusal);
    return { open: `${importsPath}/${uploadId}` };
  },
});

/** What scripts of pages from before migration 57 ask for. Their file is still on the disk of whoever chose it. */
const earlierForms = [
  defineRawForm({ path: `${importsPath}/anfang`, action: "clippings.import", handle: async () => renewed() }),
  ...(["teil/:position", "fertig"] as const).map((end) =>
    defineRawForm({
      path: `${importsPath}/:uploadId/${end}`,
      action: "clippings.import",
      async handle(context) {
        await requireUpload(context, uuidInPath(context.params.uploadId));
        return renewed();
      },
    }),
  ),
];

export const uploadDefinitions = [uploadPage, uploadForm, ...partForms, ...earlierForms];

async function requireUpload(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  uploadId: string,
): Promise<void> {
  if ((await findUpload(deps.sql, visit.agencyId, uploadId)) === null)
    throw new ServiceError("not_found", "The agency has no such upload.");
}

function renewed(): Response {
  const message =
    "Der Dienst wurde eben erneuert. Es wurde nichts gespeichert. Laden Sie die Seite neu und wählen Sie die Datei noch einmal.";
  return Response.json({ message }, { status: 409 });
}

function showUpload({ visit }: Pick<Context, "visit">, state: FormState): PageContent {
  const field = html`<div class="field"><label for="f-file">CSV-Datei</label>
<p class="hint" id="f-file-hint">Bis 256 MB und eine Million Zeilen, mit Komma, Semikolon oder Tabulator, in UTF-8 oder aus Excel (Windows-1252).</p>
${fileControl({ id: "f-file", name: "file", accept: ".csv,.txt,text/csv" })}</div>`;
  return {
    title: "Datei importieren",
    lead: html`Wir zeigen Ihnen zuerst die ersten Zeilen. Übernommen wird noch nichts. <a href="${`${importsPath}/vorlage.csv`}">Vorlage herunterladen</a>`,
    trail: [{ label: "Importe", href: importsPath }],
    main: html`<div class="upload" data-uploads="${`${importsPath}/teile`}" data-agency="${visit.agencyId}" data-opens>${formHtml(
      {
        visit,
        action: `${importsPath}/neu`,
        fields: {},
        state,
        body: field,
        submit: "Hochladen und ansehen",
        beside: html`<a href="${importsPath}">Zurück</a>`,
        isMultipart: true,
      },
    )}</div>`,
  };
}

function refused(context: Context, message: string): PageContent {
  return { ...showUpload(context, { ...emptyForm, message }), status: 400 };
}

function asRefusal(error: unknown): never {
  if (!(error instanceof ImportError)) throw error;
  throw refusal("invalid_parameters", { german: germanFault(error.fault), english: error.message });
}

function germanOf(error: unknown): string {
  if (error instanceof ImportError) return germanFault(error.fault);
  if (!(error instanceof ServiceError)) throw error;
  if (error.code === "payload_too_large") return tooLargeHere;
  throw error;
}
