import { ImportError } from "../../../../features/insights/import/faults.ts";
import type { ImportResult } from "../../../../features/insights/import/import-file.ts";
import { uploadLoopName } from "../../../../features/insights/uploads/import-uploads.ts";
import { findMapping } from "../../../../features/insights/uploads/mapping-sql.ts";
import type { Upload } from "../../../../features/insights/uploads/schema.ts";
import { findUploadOf } from "../../../../features/insights/uploads/sql.ts";
import { startImport, stopImport } from "../../../../features/insights/uploads/start-import.ts";
import { formatCount } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, type Definition, defineForm, definePage, type PageContent } from "../../definition.ts";
import { type FormState, isRefused } from "../../forms/form-state.ts";
import { confirmHtml } from "../../parts/confirm.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { lookAgainScript } from "../../parts/look-again-script.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import { germanFault, germanReason } from "./german-reasons.ts";
import { mappingForm, mappingOf, proposedState } from "./mapping-form.ts";
import type { ImportSection } from "./section.ts";
import { stateTexts } from "./state-texts.ts";

/** Columns that are named; a heading may have thousands. */
const ignoredShownMax = 20;

type Here = Context<{ uploadId: string }>;

/** The page of a file that was handed over: first rows, mapping, progress, and what came of it. */
export function uploadDetailDefinitions(section: ImportSection): Definition[] {
  const { action } = section;
  const path = `${section.path}/:uploadId` as const;
  const uploadPage = definePage({
    path,
    action,
    scripts: [lookAgainScript],
    handle: (context) => showUpload(section, context, null),
  });

  const startForm = defineForm({
    path: `${path}/uebernehmen`,
    action,
    fields: section.fields,
    async handle(context) {
      const { visit, values, deps } = context;
      const upload = await uploadOf(section, context);
      const mapping = mappingOf(values, upload);
      const { actor, requestId } = visit;
      try {
        await startImport(deps.sql, visit.agencyId, { upload, mapping, actor, requestId });
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
        const state = { ...proposedState(upload, mapping), message: germanFault(error.fault) };
        return { ...(await showUpload(section, context, state)), status: 400 };
      }
      deps.wake(uploadLoopName);
      return { location: `${section.path}/${upload.id}` };
    },
    show: (context, state) => showUpload(section, context, state),
    reasons: { version_conflict: "Diese Datei wird schon übernommen oder ist abgebrochen." },
  });

  const stopForm = defineForm({
    path: `${path}/abbrechen`,
    action,
    fields: {},
    async handle(context) {
      const { visit, deps } = context;
      const { id } = await uploadOf(section, context);
      const { actor, requestId } = visit;
      await stopImport(deps.sql, visit.agencyId, { uploadId: id, actor, requestId });
      return { location: section.path, notice: "Abgebrochen. Von der Datei ist nichts übernommen." };
    },
    show: (context) => showUpload(section, context, null),
    reasons: { version_conflict: "Der Import ist schon zu Ende." },
  });

  return [uploadPage, startForm, stopForm];
}

async function uploadOf({ kind }: ImportSection, { visit, params, deps }: Here): Promise<Upload> {
  return await findUploadOf(deps.sql, visit.agencyId, { id: uuidInPath(params.uploadId), kind });
}

async function showUpload(
  section: ImportSection,
  context: Here,
  state: FormState | null,
): Promise<PageContent> {
  const upload = await uploadOf(section, context);
  return {
    title: upload.fileName,
    lead: stateTexts[upload.state],
    trail: [{ label: section.label, href: section.path }],
    main: await mainOf(section, context, { upload, state }),
  };
}

async function mainOf(
  section: ImportSection,
  context: Here,
  { upload, state }: { upload: Upload; state: FormState | null },
): Promise<Html> {
  const { visit } = context;
  const { path } = section;
  if (upload.state === "queued" || upload.state === "running")
    return html`<div class="upload" data-running>
<progress max="1" value="${upload.progress.toFixed(3)}" aria-label="Fortschritt"></progress>
<p role="status">${Math.round(upload.progress * 100)} %. Sie können die Seite verlassen, der Import läuft weiter. <a href="${`${path}/${upload.id}`}">Stand neu laden</a></p></div>
${stopHtml(visit, path, upload)}`;
  if (upload.state === "imported" || upload.state === "known") return endHtml(section, upload);
  if (upload.state === "cancelled" || upload.state === "receiving")
    return html`${emptyHtml({
      title: stateTexts[upload.state],
      text: "Von dieser Datei ist nichts übernommen.",
      link: { label: "Datei importieren", href: `${path}/neu` },
    })}${upload.state === "receiving" && stopHtml(visit, path, upload)}`;
  return html`${state !== null && isRefused(state) ? null : faultsHtml(upload)}
${previewHtml(upload)}
<h2>Welche Spalte ist was?</h2>
${await mappingForm(context, section, { upload, state: state ?? (await proposed(context, upload)) })}
${stopHtml(visit, path, upload)}`;
}

async function proposed({ visit, deps }: Here, upload: Upload): Promise<FormState> {
  const heading = upload.shape?.heading ?? [];
  const remembered =
    upload.mapping ?? (await findMapping(deps.sql, visit.agencyId, { kind: upload.kind, heading }));
  return proposedState(upload, remembered);
}

function endHtml(section: ImportSection, { state, result }: Upload): Html {
  return emptyHtml({
    title: stateTexts[state],
    text:
      state === "known" || result === null
        ? "Genau diese Datei ist mit dieser Zuordnung schon übernommen. Es hat sich nichts geändert."
        : `${section.done(result)}${ignoredText(result)}`,
    link: section.link,
  });
}

function ignoredText({ ignoredColumns }: ImportResult): string {
  if (ignoredColumns.length === 0) return "";
  const names = ignoredColumns.slice(0, ignoredShownMax).map((name) => `„${name}“`);
  const more = ignoredColumns.length - names.length;
  if (more > 0) names.push(`${formatCount(more)} weitere`);
  const verb = ignoredColumns.length === 1 ? "ist die Spalte" : "sind die Spalten";
  return ` Nicht übernommen ${verb} ${new Intl.ListFormat("de").format(names)}.`;
}

function faultsHtml({ state, result, fault }: Upload): Html | null {
  if (fault !== null) return html`<div class="summary"><p>${germanFault(fault)}</p></div>`;
  if (state === "failed")
    return html`<div class="summary"><p>Die Datei lässt sich nicht als Tabelle lesen.</p></div>`;
  if (state !== "refused" || result === null) return null;
  const more = result.badRows - result.badLines.length;
  return html`<div class="summary"><p>${formatCount(result.badRows)} von ${formatCount(result.rows)} Zeilen ${result.badRows === 1 ? "stimmt" : "stimmen"} nicht. Es ist nichts übernommen.</p>
<p>Bessern Sie die Datei aus und laden Sie sie neu hoch, oder ändern Sie unten die Zuordnung.</p></div>
<div class="faults">${tableHtml({
    caption: "Zeilen, die nicht stimmen",
    rows: result.badLines,
    columns: [
      { label: "Zeile", cell: ({ line }) => line },
      { label: "Was nicht stimmt", cell: ({ problems }) => germanReason(problems) },
    ],
  })}</div>
${more > 0 && html`<p>… und ${formatCount(more)} weitere.</p>`}`;
}

const separations = {
  ",": "getrennt durch Komma",
  ";": "getrennt durch Semikolon",
  "\t": "getrennt durch Tabulator",
  vcard: "je Zeile eine Visitenkarte",
} as const;

function previewHtml({ shape }: Upload): Html | null {
  if (shape === null) return null;
  const encoding = shape.encoding === "utf-8" ? "UTF-8" : "Windows-1252";
  return html`<h2>Die ersten Zeilen</h2>
<p class="hint">Gelesen als ${encoding}, ${separations[shape.delimiter]}. Stimmen die Umlaute?</p>
<div class="first-rows">${tableHtml({
    caption: "Die ersten Zeilen der Datei",
    rows: shape.rows,
    columns: shape.heading.map((label, index) => ({
      label: label === "" ? `Spalte ${index + 1}` : label,
      cell: (row: string[]) => row[index] ?? "",
    })),
  })}</div>`;
}

function stopHtml(visit: Here["visit"], path: string, { id }: Upload): Html {
  return html`<div class="after">${confirmHtml({
    visit,
    action: `${path}/${id}/abbrechen`,
    label: "Import abbrechen …",
    question: "Die Datei wird vergessen, und nichts davon wird übernommen.",
    confirm: "Ja, abbrechen",
  })}</div>`;
}
