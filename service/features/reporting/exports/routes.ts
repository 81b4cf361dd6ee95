import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { contentDisposition } from "../../../floor/http/downloads.ts";
import type { DefineOperation } from "../../../floor/http/operation.ts";
import { fileBody } from "../../media/stream-of.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { publicationReportExample } from "../reports/examples.ts";
import type { ArtifactStore } from "./artifact-store.ts";
import { createExport } from "./create-export.ts";
import {
  csvExample,
  exampleIdempotencyKey,
  exampleJobId,
  exportExistingExample,
  exportQueuedExample,
  exportRequestExample,
  exportStateExample,
} from "./examples.ts";
import { exportLoopName } from "./loops.ts";
import { openDownload } from "./open-download.ts";
import { ExportExisting, ExportQueued, ExportRequest, ExportState } from "./schema.ts";
import { findExportJob } from "./sql.ts";
import { exportDownloadUrl, exportStatusUrl } from "./urls.ts";

const bodyBytesMax = 16 * 1024;
const path = "/api/reporting/v1/exports";
const tag = "Exports";

const IdempotencyHeader = Type.Object({
  "idempotency-key": Type.String({
    // No comma: two headers arrive joined by one, and then neither is the key.
    pattern: "^[^,\\u0000-\\u001f\\u007f]{1,100}$",
    minLength: 1,
    maxLength: 100,
    examples: [exampleIdempotencyKey],
    description: "Your own key of the export, without commas. The same key always means the same job.",
  }),
});

const JobParams = Type.Object({
  jobId: Type.String({
    format: "uuid",
    description: "The `id` that the order was answered with.",
    examples: [exampleJobId],
  }),
});

export type ExportRouteDeps = {
  sql: Sql;
  artifactStore: ArtifactStore;
  seal: ReportSeal;
  publicUrl: string;
  /** Runs a loop of this process now, if it runs here. */
  wake: (loopName: string) => void;
  /** Lets the reader of this answer take its time. */
  allowSlowReader: (request: Request) => void;
};

export function exportRoutes(define: DefineOperation, deps: ExportRouteDeps) {
  const create = defineCreate(define, deps);
  const get = defineGet(define, deps);
  const download = defineDownload(define, deps);
  return new Elysia()
    .route(create.method, create.path, create.handler, create.hook)
    .route(get.method, get.path, get.handler, get.hook)
    .route(download.method, download.path, download.handler, download.hook);
}

function defineCreate(define: DefineOperation, { sql, publicUrl, wake }: ExportRouteDeps) {
  return define({
    operationId: "createReportingExport",
    method: "POST",
    path,
    tag,
    summary: "Order a report as a file",
    description:
      "Freezes a report and makes a PDF, CSV or JSON file of it, in the background. Ask `statusUrl` for the job, or register a webhook for `export.completed`. A repeated `Idempotency-Key` answers with the job that it made, whatever the body. For several formats of the same figures name the `reportId` of the first.",
    headers: { schema: IdempotencyHeader, code: "idempotency_key_required" },
    body: {
      schema: ExportRequest,
      example: exportRequestExample,
      bytesMax: bodyBytesMax,
      notJson: "invalid_body",
      notValid: "invalid_body",
    },
    responses: {
      202: { description: "Queued.", schema: ExportQueued, example: exportQueuedExample },
      200: {
        description: "The key was used before; this is its job.",
        schema: ExportExisting,
        example: exportExistingExample,
      },
    },
    errors: ["scope_not_found", "export_creation_failed"],
    async handle({ caller, headers, body }) {
      const created = await createExport(sql, caller.agencyId, {
        request: body,
        idempotencyKey: headers["idempotency-key"],
        createdBy: `api_key:${caller.keyId}`,
      });
      const isNew = created.status === "queued";
      if (isNew) wake(exportLoopName);
      return {
        status: isNew ? 202 : 200,
        body: { ...created, statusUrl: exportStatusUrl(publicUrl, created.id) },
      };
    },
  });
}

function defineGet(define: DefineOperation, { sql, publicUrl }: ExportRouteDeps) {
  return define({
    operationId: "getReportingExport",
    method: "GET",
    path: `${path}/:jobId`,
    tag,
    summary: "State of an export",
    description: "`downloadUrl` is set once the job is completed. A failed job says why in `error`.",
    params: JobParams,
    responses: { 200: { description: "The job.", schema: ExportState, example: exportStateExample } },
    errors: ["not_found"],
    async handle({ caller, params }) {
      const job = await findExportJob(sql, caller.agencyId, params.jobId);
      if (job === null) throw new ServiceError("not_found", `The agency has no export job ${params.jobId}.`);
      const downloadUrl = job.status === "completed" ? exportDownloadUrl(publicUrl, job.id) : null;
      return { status: 200, body: { job, downloadUrl } };
    },
  });
}

function defineDownload(define: DefineOperation, deps: ExportRouteDeps) {
  return define({
    operationId: "downloadReportingExport",
    method: "GET",
    path: `${path}/:jobId/download`,
    tag,
    summary: "File of a completed export",
    description:
      "The file as an attachment; `Content-Disposition` carries its name. It can be downloaded for 30 days. Every download is recorded in the report audit. A file whose bytes changed in the store is not served: 500.",
    params: JobParams,
    responses: {
      200: {
        description: "The file.",
        contentTypes: {
          "application/pdf": null,
          "text/csv": csvExample,
          "application/json": publicationReportExample.report,
        },
      },
    },
    errors: ["not_found", "export_not_ready", "export_expired"],
    async handle({ caller, params, request, requestId }) {
      const file = await openDownload(deps, caller.agencyId, {
        jobId: params.jobId,
        actor: { type: "api_key", id: caller.keyId },
        requestId,
        isHead: request.method === "HEAD",
      });
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
}
