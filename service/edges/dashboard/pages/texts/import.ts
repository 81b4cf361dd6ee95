import { v7 as uuidv7 } from "uuid";
import { isRefusal, type ServiceError } from "../../../../errors.ts";
import { importDraft } from "../../../../features/workflow/drafts/import-draft.ts";
import { formatCount } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { refusal } from "../../../../floor/web/refuse-fields.ts";
import type { LeftOut } from "../../../../press-text/docx/read-docx.ts";
import { uuidPattern } from "../../../../schema.ts";
import { type Context, type Done, defineRawForm, type PageContent } from "../../definition.ts";
import { idempotencyKeyName } from "../../forms/read-form.ts";
import { formAction } from "../../forms/render-form.ts";
import type { Script } from "../../script.ts";
import { uploadRefusal } from "../../uploads/define-uploads.ts";
import type { Visit } from "../../visit.ts";
import { readUploadForm } from "../clients/media-uploads.ts";
import { textReasons } from "./editor-fields.ts";
import { draftContext } from "./known-draft.ts";
import { newTextPath, textPath } from "./paths.ts";

/** A Word document that was chosen or dropped becomes a draft. `show` draws the page again where it does not. */
export function importDefinition(page: {
  clientOf: (context: Context<{ clientId: string }>) => Promise<{ id: number }>;
  show: (context: Context<{ clientId: string }>, above: Html) => Promise<PageContent>;
  scripts: readonly Script[];
}) {
  return defineRawForm({
    path: `${newTextPath}/:clientId/import`,
    action: "drafts.write",
    scripts: page.scripts,
    async handle(context): Promise<Done | PageContent> {
      const { id: clientId } = await page.clientOf(context);
      try {
        return await importFile(context, clientId);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        const above = html`<div class="summary" role="alert" tabindex="-1" autofocus><p>${reasonOf(error)}</p></div>`;
        return { ...(await page.show(context, above)), status: 400 };
      }
    },
  });
}

/**
 * The form for the file; one that is dropped onto the page is sent by it too, with the language and the original that the page's query
 * names. Where the client is still to be chosen, `clientField` is the id of the field that says which, and the script shows the form.
 */
export function importHtml(
  { visit, query }: { visit: Pick<Visit, "agencyId">; query: URLSearchParams },
  clientId: number,
  clientField?: string,
): Html {
  const sent = new URLSearchParams({ [idempotencyKeyName]: uuidv7() });
  for (const name of ["sprache", "original"]) {
    const value = query.get(name);
    if (value !== null) sent.set(name, value);
  }
  return html`<form class="import group" method="post" enctype="multipart/form-data" action="${formAction(visit, `${newTextPath}/${clientId}/import?${sent}`)}" data-import${clientField !== undefined && html` data-client="${clientField}" hidden`}>
<label for="import-file">Aus einem Word-Dokument</label>
<p class="hint">Eine .docx-Datei bis 10 MB, gewählt oder auf diese Seite gezogen. Titel, Text, Tabellen und Bilder werden ein neuer Entwurf.</p>
<p class="buttons"><input type="file" id="import-file" name="file" accept=".docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document"><button>Übernehmen</button></p>
<p class="problem" role="alert" data-import-refused hidden>Hierher lassen sich nur Word-Dokumente (.docx) ziehen. Bilder gehören in den Text.</p>
</form>`;
}

/** Takes a document that is dropped anywhere on the page; pictures that are dropped into the text are the editor's. */
export const importScript: Script = {
  name: "import",
  source: `const form = document.querySelector("[data-import]");
const input = form?.querySelector("input[type=file]");
const client = document.getElementById(form?.dataset.client ?? "");
const refused = form?.querySelector("[data-import-refused]");
// What is chosen on the page holds for the document too.
const chosen = {
  sprache: document.querySelector("select:is([name=sprache],[name=language])"),
  original: document.querySelector("select[name=translationOf]"),
};
if (client !== null) form.hidden = false;
form?.addEventListener("submit", () => {
  const address = new URL(form.action);
  if (client !== null) address.pathname = address.pathname.replace(/\\/neu\\/\\d+\\//, "/neu/" + client.value + "/");
  for (const [name, field] of Object.entries(chosen)) if (field !== null) address.searchParams.set(name, field.value);
  form.action = address;
});
const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files") === true;
addEventListener("dragover", (event) => {
  if (form !== null && hasFiles(event)) event.preventDefault();
});
addEventListener("drop", (event) => {
  const [file] = event.dataTransfer?.files ?? [];
  if (form === null || file === undefined || event.defaultPrevented) return;
  // Without this the browser would open the file in place of the page.
  event.preventDefault();
  refused.hidden = /\\.docx?$/i.test(file.name);
  if (!refused.hidden) return;
  input.files = event.dataTransfer.files;
  form.requestSubmit();
});
`,
};

async function importFile(context: Context<{ clientId: string }>, clientId: number): Promise<Done> {
  const { visit, request, deps, query } = context;
  const key = query.get(idempotencyKeyName) ?? "";
  const idempotencyKey = uuidPattern.test(key) ? key : uuidv7();
  const [language, original] = [query.get("sprache"), query.get("original")];
  const given = { ...(language && { language }), ...(original && { translationOf: Number(original) }) };
  const { taken } = await readUploadForm(request, ({ fileName, chunks }) =>
    importDraft(
      deps,
      visit.agencyId,
      { clientId, fileName, chunks, idempotencyKey, ...given },
      draftContext(context),
    ),
  );
  if (taken === null)
    throw refusal("file_type_refused", {
      german: "Bitte wählen Sie eine Datei aus.",
      english: "The form has no file.",
    });
  const { draft, leftOut } = taken;
  return {
    location: textPath(draft.id),
    notice: `Der Entwurf ist aus dem Dokument angelegt.${leftOutSentence(leftOut)}`,
  };
}

function leftOutSentence({ notes, comments, pictures, formulas }: LeftOut): string {
  const parts = [
    leftOut(notes, "eine Fußnote", "Fußnoten"),
    leftOut(comments, "ein Kommentar", "Kommentare"),
    leftOut(pictures, "ein Bild", "Bilder"),
    leftOut(formulas, "eine Formel", "Formeln"),
  ].filter((part) => part !== null);
  const last = parts.pop();
  if (last === undefined) return "";
  const names = parts.length === 0 ? last : `${parts.join(", ")} und ${last}`;
  return ` Nicht übernommen: ${names}.${pictures > 0 ? " Bilder laden Sie bitte als PNG oder JPEG in die Mediathek." : ""}`;
}

function leftOut(count: number, one: string, many: string): string | null {
  if (count === 0) return null;
  return count === 1 ? one : `${formatCount(count)} ${many}`;
}

function reasonOf(error: ServiceError): string {
  const { bodyMarkdown, language, translationOf } = error.details?.fieldErrors ?? {};
  if (language !== undefined) return textReasons.language;
  if (translationOf !== undefined) return textReasons.translationOf;
  if (bodyMarkdown !== undefined)
    return "Der Text des Dokuments hat zu viele Links, Bilder oder Tabellenzellen. Bitte vereinfachen Sie es.";
  if (error.code === "idempotency_conflict")
    return "Aus diesem Formular ist schon ein Entwurf entstanden; er steht unter „Meldungen“. Für ein anderes Dokument senden Sie es noch einmal.";
  return uploadRefusal(error);
}
