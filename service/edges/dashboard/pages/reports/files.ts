import { ServiceError } from "../../../../errors.ts";
import { fileBody } from "../../../../features/media/stream-of.ts";
import { createExport } from "../../../../features/reporting/exports/create-export.ts";
import {
  type ListedExport,
  listReportExports,
} from "../../../../features/reporting/exports/list-exports-sql.ts";
import { exportLoopName } from "../../../../features/reporting/exports/loops.ts";
import { openDownload } from "../../../../features/reporting/exports/open-download.ts";
import { contentDisposition } from "../../../../floor/http/downloads.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { showTrouble } from "../../answer-trouble.ts";
import { defineForm, definePage, type PageContent } from "../../definition.ts";
import { choiceField } from "../../forms/choice-fields.ts";
import { buttonFormHtml } from "../../parts/confirm.ts";
import { lookAgainScript } from "../../parts/look-again-script.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import type { Visit } from "../../visit.ts";
import { knownReport, type ReportContext, reportPage } from "./known-report.ts";
import { reportPath, reportsPath } from "./paths.ts";

/** Three formats, each made anew after a month. */
const filesShownMax = 20;
const path = `${reportsPath}/:reportId/dateien` as const;

const formatLabels = { pdf: "PDF", csv: "CSV", json: "JSON" } as const;
const fields = { format: choiceField({ label: "Format", labels: formatLabels }) };

const filesPage = definePage({
  path,
  action: "reports.read",
  scripts: [lookAgainScript],
  handle: showFiles,
});

const makeForm = defineForm({
  path,
  action: "reports.read",
  fields,
  async handle(context) {
    const { visit, values, deps, idempotencyKey } = context;
    const { report } = await knownReport(context);
    const location = `${reportPath(report.id)}/dateien`;
    const files = await listReportExports(deps.sql, visit.agencyId, {
      reportId: report.id,
      limit: filesShownMax,
    });
    if (files.some((file) => file.format === values.format && isOfUse(file)))
      return { location, notice: "Diese Datei gibt es schon." };
    await createExport(deps.sql, visit.agencyId, {
      request: { reportId: report.id, format: values.format },
      idempotencyKey,
      createdBy: `${visit.actor.type}:${visit.actor.id}`,
    });
    deps.wake(exportLoopName);
    return { location, notice: "Die Datei wird erstellt. Das dauert wenige Sekunden." };
  },
  show: showFiles,
});

const download = definePage({
  path: `${path}/:jobId`,
  action: "reports.read",
  async handle(context) {
    const { visit, request, deps, params } = context;
    const { report } = await knownReport(context);
    const jobId = uuidInPath(params.jobId);
    const files = await listReportExports(deps.sql, visit.agencyId, {
      reportId: report.id,
      limit: filesShownMax,
    });
    if (!files.some(({ id }) => id === jobId))
      throw new ServiceError("not_found", "The report has no such file.");
    const { actor, requestId, agencyId } = visit;
    const download = { jobId, actor, requestId, isHead: request.method === "HEAD" };
    const file = await openDownload(deps, agencyId, download).catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === "internal_error") return null;
      throw error;
    });
    if (file === null) return showTrouble(changedFile, { status: 500, request, visit });
    deps.allowSlowReader(request);
    return new Response(await fileBody(file.chunks, file.bytes), {
      headers: {
        "content-type": file.contentType,
        "content-length": String(file.bytes),
        "content-disposition": contentDisposition("attachment", file.fileName),
      },
    });
  },
});

const changedFile = {
  title: "Diese Datei wurde verändert",
  text: "Die gespeicherte Datei ist nicht mehr die, die der Dienst erstellt hat. Sie wird deshalb nicht ausgegeben, und der Betrieb des Dienstes ist gewarnt. Der Bericht selbst ist davon nicht betroffen: Seine Zahlen und der Link zum Bericht stimmen weiterhin.",
  link: { label: "Zu den Berichten", href: reportsPath },
};

export const reportFileDefinitions = [filesPage, makeForm, download];

async function showFiles(context: ReportContext): Promise<PageContent> {
  const { visit, deps } = context;
  const { report } = await knownReport(context);
  const files = await listReportExports(deps.sql, visit.agencyId, {
    reportId: report.id,
    limit: filesShownMax,
  });
  const path = `${reportPath(report.id)}/dateien`;
  const missing = (["pdf", "csv", "json"] as const).filter(
    (format) => !files.some((file) => file.format === format && isOfUse(file)),
  );
  return reportPage(context, report, {
    tab: "/dateien",
    main: html`<p>Jede Datei wird aus diesem einen Bericht gemacht: Alle Formate zeigen dieselben Zahlen.</p>
${missing.length > 0 && html`<div class="buttons">${missing.map((format) => buttonFormHtml({ visit, action: path, label: `${formatLabels[format]} erstellen`, values: { format } }))}</div>`}
${files.length > 0 && tableHtml({ caption: "Dateien", rows: files, columns: columnsOf(visit, path) })}
${files.some(isUnderWay) && html`<p data-running><a href="${path}">Aktualisieren</a></p>`}`,
  });
}

function columnsOf(visit: Visit, path: string) {
  return [
    { label: "Format", cell: ({ format }: ListedExport) => formatLabels[format] },
    { label: "Bestellt", cell: ({ createdAt }: ListedExport) => shortMomentHtml(visit, createdAt) },
    { label: "Stand", cell: (file: ListedExport) => stateHtml(file, path) },
  ];
}

function stateHtml(file: ListedExport, path: string): Html {
  if (isUnderWay(file)) return html`<span class="state">wird erstellt</span>`;
  if (file.status === "failed") return html`<span class="state bad">fehlgeschlagen</span>`;
  if (file.isExpired) return html`<span class="state">abgelaufen</span>`;
  return html`<a class="button" href="${`${path}/${file.id}`}">Herunterladen<span class="unseen">: ${formatLabels[file.format]}</span></a>`;
}

function isUnderWay({ status }: ListedExport): boolean {
  return status === "queued" || status === "processing";
}

/** A file that is there, or soon will be. */
function isOfUse(file: ListedExport): boolean {
  return file.status !== "failed" && !file.isExpired;
}
