import type { Call } from "./create-call.ts";
import { pathPart } from "./path-part.ts";
import { emptyStream, fileNameOf } from "./read-attachment.ts";
import { resultOf } from "./read-response.ts";
import type { CreatedExport, DownloadedExport, ExportRequest, ExportState } from "./types/export-job.ts";
import type { CallOptions, Result } from "./types/result.ts";
import { type WaitOptions, waitForExport } from "./wait-for-export.ts";

export type ExportOperations = {
  /**
   * Asks for a report as a file. Each call gets an `Idempotency-Key` of its own, so its retries make one job only;
   * give your own key (1 to 100 characters) where you may call again for the same purpose.
   *
   * @example
   * ```ts
   * const { data } = await client.exports.createExport({ scopeType: "article", scopeId: 42, format: "pdf" });
   * ```
   */
  createExport(
    request: ExportRequest,
    options?: CallOptions & { idempotencyKey?: string | undefined },
  ): Promise<Result<CreatedExport>>;
  /** The state of a job. */
  getExport(jobId: string, options?: CallOptions): Promise<Result<ExportState>>;
  /**
   * Asks again and again, ever more slowly, until the job is done.
   * `onProgress` is told the job after each look.
   *
   * @throws {ExportError} `export_failed` or `wait_timeout`.
   * @example
   * ```ts
   * await client.exports.waitForExport(data.id, { onProgress: (job) => console.log(job.status) });
   * ```
   */
  waitForExport(jobId: string, options?: WaitOptions): Promise<Result<ExportState>>;
  /**
   * The file of a completed job, as a stream. `timeoutMs` counts until the stream begins.
   *
   * @example Node
   * ```ts
   * const { data: file } = await client.exports.downloadExport(jobId);
   * await writeFile(file.fileName, file.stream);
   * ```
   * @example Everywhere
   * ```ts
   * const bytes = await new Response(file.stream).arrayBuffer();
   * ```
   */
  downloadExport(jobId: string, options?: CallOptions): Promise<Result<DownloadedExport>>;
};

const path = "/api/reporting/v1/exports";

export function exportOperations(call: Call): ExportOperations {
  async function getExport(jobId: string, options?: CallOptions): Promise<Result<ExportState>> {
    return call.json(
      { operation: "getExport", method: "GET", path: `${path}/${pathPart(jobId)}`, isRepeatable: true },
      options,
    );
  }

  return {
    async createExport(request, options) {
      const idempotencyKey = options?.idempotencyKey ?? crypto.randomUUID();
      return call.json(
        {
          operation: "createExport",
          method: "POST",
          path,
          body: JSON.stringify(request),
          headers: async () => ({ "Idempotency-Key": idempotencyKey }),
          isRepeatable: true,
        },
        options,
      );
    },
    getExport,
    waitForExport: (jobId, options) => waitForExport(getExport, jobId, options),
    async downloadExport(jobId, options) {
      const response = await call.response(
        {
          operation: "downloadExport",
          method: "GET",
          path: `${path}/${pathPart(jobId)}/download`,
          isRepeatable: true,
        },
        options,
      );
      return resultOf(response, {
        stream: response.body ?? emptyStream(),
        fileName: fileNameOf(response.headers.get("content-disposition")),
        contentType: response.headers.get("content-type") ?? "application/octet-stream",
      });
    },
  };
}
