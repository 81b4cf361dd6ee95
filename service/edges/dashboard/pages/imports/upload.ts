import { ServiceError } from "../../../../errors.ts";
import { ImportError } from "../../../../features/insights/import/faults.ts";
import { receiveUpload, startUpload } from "../../../../features/insights/uploads/receive-upload.ts";
import { findUploadOf } from "../../../../features/insights/uploads/sql.ts";
import { appendUpload } from "../../../../features/media/uploads.ts";
import { html } from "../../../../floor/web/html.ts";
import { refusal } from "../../../../floor/web/refuse-fields.ts";
import {
  type Context,
  type Definition,
  definePage,
  defineRawForm,
  type PageContent,
} from "../../definition.ts";
import { emptyForm, type FormState } from "../../forms/form-state.ts";
import { readFile } from "../../forms/read-form.ts";
import { formHtml } from "../../forms/render-form.ts";
import { fileControl } from "../../forms/value-fields.ts";
import { defineUploads } from "../../uploads/define-uploads.ts";
import { uploadScript } from "../../uploads/upload-script.ts";
import { germanFault } from "./german-reasons.ts";
import type { ImportSection } from "./section.ts";

/** Of a form without script: below what the server takes as a body. Larger files go in pieces. */
const formBytesMax = 900 * 1024;
const tooLargeHere =
  "Ohne JavaScript nehmen wir Dateien bis 900 KB. Schalten Sie es ein oder teilen Sie die Datei.";

/** The pages and forms by which a file is handed over. */
export function uploadDefinitions(section: ImportSection): Definition[] {
  const { path, partsPath, action, kind } = section;
  const uploadPage = definePage({
    path: `${path}/neu`,
    action,
    scripts: [uploadScript],
    handle: async (context) => showUpload(section, context, emptyForm),
  });

  /** The whole file at once, for browsers without script. */
  const uploadForm = defineRawForm({
    path: `${path}/neu`,
    action,
    scripts: [uploadScript],
    async handle(context) {
      const { visit, deps, request } = context;
      try {
        const file = await readFile(request, "file", formBytesMax);
        if (file === null) return refused(section, context, "Bitte wählen Sie eine Datei aus.");
        const content = new Uint8Array(await file.arrayBuffer());
        const { name: fileName } = file;
        const input = { kind, fileName, bytes: content.byteLength } as const;
        const uploadId = await startUpload(deps.sql, visit.agencyId, input);
        await appendUpload(deps, visit.agencyId, { uploadId, position: 0, bytes: content });
        await receiveUpload(deps, visit.agencyId, { ...visit, uploadId });
        return { location: `${path}/${uploadId}` };
      } catch (error) {
        return refused(section, context, germanOf(error));
      }
    },
  });

  const partForms = defineUploads({
    path: partsPath,
    action,
    begin: ({ visit, deps }, file) =>
      startUpload(deps.sql, visit.agencyId, { ...file, kind }).catch(asRefusal),
    check: async ({ visit, deps }, uploadId) =>
      void (await findUploadOf(deps.sql, visit.agencyId, { id: uploadId, kind })),
    async finish({ visit, deps }, uploadId) {
      await receiveUpload(deps, visit.agencyId, { ...visit, uploadId }).catch(asRefusal);
      return { open: `${path}/${uploadId}` };
    },
  });

  return [uploadPage, uploadForm, ...partForms];
}

function showUpload(
  section: ImportSection,
  { visit }: Pick<Context, "visit">,
  state: FormState,
): PageContent {
  const { path, partsPath, file } = section;
  const field = html`<div class="field"><label for="f-file">${file.label}</label>
<p class="hint" id="f-file-hint">${file.hint}</p>
${fileControl({ id: "f-file", name: "file", accept: file.accept })}</div>`;
  return {
    title: "Datei importieren",
    lead: html`Wir zeigen Ihnen zuerst die ersten Zeilen. Übernommen wird noch nichts. <a href="${`${path}/vorlage.csv`}">Vorlage herunterladen</a>`,
    trail: [{ label: section.label, href: path }],
    main: html`<div class="upload" data-uploads="${partsPath}" data-agency="${visit.agencyId}" data-opens>${formHtml(
      {
        visit,
        action: `${path}/neu`,
        fields: {},
        state,
        body: field,
        submit: "Hochladen und ansehen",
        beside: html`<a href="${path}">Zurück</a>`,
        isMultipart: true,
      },
    )}</div>`,
  };
}

function refused(section: ImportSection, context: Context, message: string): PageContent {
  return { ...showUpload(section, context, { ...emptyForm, message }), status: 400 };
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
